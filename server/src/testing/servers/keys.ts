export const ACCOUNT = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'test-auth-token',
  apiKey: `SK${'0'.repeat(32)}`,
  apiSecret: 'test-api-secret',
};

export const ACCOUNT_ENVIRONMENT = {
  TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
  TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
  TWILIO_API_KEY: ACCOUNT.apiKey,
  TWILIO_API_SECRET: ACCOUNT.apiSecret,
};

export const ENVIRONMENT = {
  ...ACCOUNT_ENVIRONMENT,
  PUBLIC_URL: 'https://offhook.test',
  PUSHER_APP_ID: '1',
  PUSHER_KEY: 'key',
  PUSHER_SECRET: 'secret',
  PUSHER_CLUSTER: 'eu',
};
