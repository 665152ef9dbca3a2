CREATE TABLE "lead_import_mappings" (
	"account_id" bigint NOT NULL,
	"headings_hash" text NOT NULL,
	"columns" jsonb NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lead_import_mappings_account_id_headings_hash_pk" PRIMARY KEY("account_id","headings_hash")
);
--> statement-breakpoint
CREATE TABLE "lead_import_plans" (
	"import_id" bigint PRIMARY KEY NOT NULL,
	"file_name" text NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"has_header" boolean DEFAULT true NOT NULL,
	"columns" jsonb NOT NULL,
	"team_id" bigint,
	"source" text,
	"known" text DEFAULT 'update' NOT NULL,
	"calls" text DEFAULT 'at' NOT NULL,
	"call_date" text,
	"call_minute" integer DEFAULT 540 NOT NULL,
	"result" jsonb,
	"headings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_line" integer DEFAULT 0 NOT NULL,
	"new_leads" integer DEFAULT 0 NOT NULL,
	"known_leads" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"started_by" bigint,
	"busy_ms" bigint DEFAULT 0 NOT NULL,
	"work" text,
	"claimed_by" text,
	"claimed_until" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "lead_import_lines" ADD COLUMN "created_lead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_import_lines" ADD COLUMN "cells" jsonb;--> statement-breakpoint
ALTER TABLE "lead_import_mappings" ADD CONSTRAINT "lead_import_mappings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_import_plans" ADD CONSTRAINT "lead_import_plans_import_id_lead_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."lead_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_import_plans" ADD CONSTRAINT "lead_import_plans_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_import_plans" ADD CONSTRAINT "lead_import_plans_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_import_plans" ADD CONSTRAINT "lead_import_plans_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_import_plans_due" ON "lead_import_plans" USING btree ("claimed_until") WHERE "lead_import_plans"."work" is not null;--> statement-breakpoint
CREATE INDEX "lead_import_plans_expiry" ON "lead_import_plans" USING btree ("expires_at");