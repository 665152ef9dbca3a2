ALTER TABLE "call_users" ADD COLUMN "result_settles_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "sip_code" integer;--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "answered_by" text;--> statement-breakpoint
CREATE INDEX "call_users_settling" ON "call_users" USING btree ("call_id") WHERE "call_users"."result_settles_at" is not null;