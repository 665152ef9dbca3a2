ALTER TABLE "call_users" ADD COLUMN "invited_team_id" bigint;--> statement-breakpoint
ALTER TABLE "call_users" ADD COLUMN "invite_reason" text;--> statement-breakpoint
ALTER TABLE "call_users" ADD COLUMN "consults" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "call_users" ADD CONSTRAINT "call_users_invited_team_id_teams_id_fk" FOREIGN KEY ("invited_team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;