/** Sends one mail: `node test-mail-sender.mjs <MailConfig as JSON>`. Prints the failure or null. */
import { createMailer } from '../../platform/mail/mailer.ts';

const mailer = createMailer(JSON.parse(process.argv[2] ?? ''));
const failure = await mailer.send({
  to: { name: 'Ada Form', address: 'ada@example.com' },
  subject: 'Hello',
  text: 'Hello over TLS',
  html: '<p>Hello over TLS</p>',
  messageId: '<effect-8-1@phone.example.com>',
});
process.stdout.write(JSON.stringify(failure));
mailer.stop();
