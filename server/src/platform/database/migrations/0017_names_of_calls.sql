ALTER TABLE "calls" ADD COLUMN "extension" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "lead_fname" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "lead_lname" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "lead_label" text;--> statement-breakpoint
CREATE INDEX "calls_open_number" ON "calls" USING btree ("account_id","phone_number") WHERE "calls"."ended_at" is null;