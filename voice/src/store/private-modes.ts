/** What the service stores is for its own user alone: calls, texts and voices of people. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;
