ALTER TABLE "profiles" ADD COLUMN "wrap_up" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "wrap_up_seconds" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wrap_up_call_id" bigint;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "wrap_up_ends_at" timestamp with time zone;
