CREATE TABLE "do_not_call_numbers" (
	"account_id" bigint NOT NULL,
	"phone_number" text NOT NULL,
	"source" text NOT NULL,
	"added_by" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "do_not_call_numbers_account_id_phone_number_pk" PRIMARY KEY("account_id","phone_number")
);
--> statement-breakpoint
ALTER TABLE "do_not_call_numbers" ADD CONSTRAINT "do_not_call_numbers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "do_not_call_numbers" ADD CONSTRAINT "do_not_call_numbers_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION "outward_do_not_call"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "outward_events" ("account_id", "type", "lead_id", "due_at", "source")
    SELECT lead."account_id", 'lead_updated', lead."id", now(), NULLIF(current_setting('offhook.source', true), '')
    FROM "changed" JOIN "leads" lead
      ON lead."account_id" = "changed"."account_id" AND lead."phone_number" = "changed"."phone_number"
    WHERE EXISTS (SELECT FROM "outward_destinations"
      WHERE "account_id" = lead."account_id" AND "removed_at" IS NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "outward_do_not_call_added" AFTER INSERT ON "do_not_call_numbers"
  REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "outward_do_not_call"();
--> statement-breakpoint
CREATE TRIGGER "outward_do_not_call_removed" AFTER DELETE ON "do_not_call_numbers"
  REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "outward_do_not_call"();
