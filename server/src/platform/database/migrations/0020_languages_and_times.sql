ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "clock" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "date_order" text;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_language" CHECK ("users"."language" in ('en', 'es'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_clock" CHECK ("users"."clock" in ('12', '24'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_date_order" CHECK ("users"."date_order" in ('mdy', 'dmy', 'ymd'));--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_language" CHECK ("accounts"."language" in ('en', 'es'));--> statement-breakpoint
ALTER TABLE "lead_import_lines" ADD COLUMN "scheduled_for" timestamp with time zone;