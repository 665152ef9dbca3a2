ALTER TABLE "call_users" ADD COLUMN "own_number" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "announces_recording" boolean DEFAULT false NOT NULL;