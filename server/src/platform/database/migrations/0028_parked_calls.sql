ALTER TABLE "accounts" ADD COLUMN "park_minutes" integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "parked" jsonb;