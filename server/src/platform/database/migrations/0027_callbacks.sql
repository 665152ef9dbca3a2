DROP INDEX "planned_calls_one_open";--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "callback_by" bigint;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "callback_for" bigint;--> statement-breakpoint
ALTER TABLE "planned_calls" ADD COLUMN "callback_by" bigint;--> statement-breakpoint
ALTER TABLE "planned_calls" ADD COLUMN "callback_for" bigint;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_callback_by_users_id_fk" FOREIGN KEY ("callback_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_callback_for_users_id_fk" FOREIGN KEY ("callback_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_calls" ADD CONSTRAINT "planned_calls_callback_by_users_id_fk" FOREIGN KEY ("callback_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "planned_calls" ADD CONSTRAINT "planned_calls_callback_for_users_id_fk" FOREIGN KEY ("callback_for") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_calls_one_attempt" ON "planned_calls" USING btree ("lead_id") WHERE "planned_calls"."ended_at" is null and "planned_calls"."callback_by" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "planned_calls_one_callback" ON "planned_calls" USING btree ("lead_id") WHERE "planned_calls"."ended_at" is null and "planned_calls"."callback_by" is not null;--> statement-breakpoint
CREATE INDEX "planned_calls_callbacks" ON "planned_calls" USING btree ("callback_by","due_at") WHERE "planned_calls"."ended_at" is null and "planned_calls"."callback_by" is not null;