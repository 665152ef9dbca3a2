CREATE TABLE "single_sign_on" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"domains" text[] NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"client_secret" text NOT NULL,
	"trusts_emails" boolean DEFAULT false NOT NULL,
	"is_only" boolean DEFAULT false NOT NULL,
	"last_login_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "single_sign_on" ADD CONSTRAINT "single_sign_on_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;