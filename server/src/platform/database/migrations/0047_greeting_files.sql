CREATE TABLE "greeting_files" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"name" text,
	"milliseconds" integer NOT NULL,
	"bytes" integer NOT NULL,
	"storage" text DEFAULT 'folder' NOT NULL,
	"path" text NOT NULL,
	"key_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "welcome_file" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "voicemail_file" text;--> statement-breakpoint
ALTER TABLE "greeting_files" ADD CONSTRAINT "greeting_files_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "greeting_files_account" ON "greeting_files" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "greeting_files_path" ON "greeting_files" USING btree ("path");