CREATE TABLE "crm_calls" (
	"destination_id" bigint NOT NULL,
	"call_id" bigint NOT NULL,
	"entry_id" text,
	"making_since" timestamp with time zone,
	"written" text,
	"written_by" bigint,
	CONSTRAINT "crm_calls_destination_id_call_id_pk" PRIMARY KEY("destination_id","call_id")
);
--> statement-breakpoint
CREATE TABLE "crm_contacts" (
	"destination_id" bigint NOT NULL,
	"lead_id" bigint NOT NULL,
	"contact_id" text,
	"making_since" timestamp with time zone,
	"made_at" timestamp with time zone,
	"echoed_at" timestamp with time zone,
	"written" text,
	"written_by" bigint,
	CONSTRAINT "crm_contacts_destination_id_lead_id_pk" PRIMARY KEY("destination_id","lead_id")
);
--> statement-breakpoint
ALTER TABLE "outward_destinations" ADD COLUMN "settings" jsonb;--> statement-breakpoint
ALTER TABLE "outward_destinations" ADD COLUMN "trouble" text;--> statement-breakpoint
ALTER TABLE "outward_destinations" ADD COLUMN "trouble_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outward_destinations" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outward_events" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "crm_calls" ADD CONSTRAINT "crm_calls_destination_id_outward_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."outward_destinations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_calls" ADD CONSTRAINT "crm_calls_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_contacts" ADD CONSTRAINT "crm_contacts_destination_id_outward_destinations_id_fk" FOREIGN KEY ("destination_id") REFERENCES "public"."outward_destinations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "crm_contacts" ADD CONSTRAINT "crm_contacts_lead_id_leads_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."leads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "crm_calls_call" ON "crm_calls" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "crm_contacts_lead" ON "crm_contacts" USING btree ("lead_id");--> statement-breakpoint
CREATE OR REPLACE FUNCTION "outward_lead"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "outward_destinations" WHERE "account_id" = NEW."account_id" AND "removed_at" IS NULL) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND
    ROW(NEW."fname", NEW."lname", NEW."label", NEW."email", NEW."company", NEW."category", NEW."crm", NEW."source_id",
      NEW."owner_user_id", NEW."team_id", NEW."tag_id", NEW."do_not_call", NEW."removed_at") IS NOT DISTINCT FROM
    ROW(OLD."fname", OLD."lname", OLD."label", OLD."email", OLD."company", OLD."category", OLD."crm", OLD."source_id",
      OLD."owner_user_id", OLD."team_id", OLD."tag_id", OLD."do_not_call", OLD."removed_at") THEN
    RETURN NULL;
  END IF;
  INSERT INTO "outward_events" ("account_id", "type", "lead_id", "due_at", "source")
    VALUES (NEW."account_id", CASE TG_OP WHEN 'INSERT' THEN 'lead_created' ELSE 'lead_updated' END, NEW."id", NEW."updated_at",
      NULLIF(current_setting('offhook.source', true), ''));
  RETURN NULL;
END $$;
