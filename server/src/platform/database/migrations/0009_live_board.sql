ALTER TABLE "presence" ADD COLUMN "changed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "calls_account_started" ON "calls" USING btree ("account_id","started_at");--> statement-breakpoint
CREATE INDEX "calls_account" ON "calls" USING btree ("account_id","id");