ALTER TABLE "accounts" ADD COLUMN "board_limits" jsonb DEFAULT '{}'::jsonb NOT NULL;
