ALTER TABLE "call_users" ADD COLUMN "invited_by" bigint;--> statement-breakpoint
ALTER TABLE "call_users" ADD COLUMN "vanished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "held_by" bigint;--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "coaches" text;