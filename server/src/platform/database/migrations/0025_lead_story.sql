ALTER TABLE "leads" ADD COLUMN "form" text;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "fields" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "form_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "script" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "shares_recordings" boolean DEFAULT false NOT NULL;