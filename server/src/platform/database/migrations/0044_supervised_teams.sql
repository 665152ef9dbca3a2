ALTER TABLE "user_invitations" ADD COLUMN "supervised_team_ids" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "supervised_team_ids" jsonb;