ALTER TABLE "accounts" ADD COLUMN "recordings_days" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "personal_days" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "retention_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "storage" text DEFAULT 'folder' NOT NULL;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "bytes" bigint;--> statement-breakpoint
ALTER TABLE "recordings" ADD COLUMN "provider_removed_at" timestamp with time zone;