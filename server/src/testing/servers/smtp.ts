/** A mail server on a socket that keeps what it accepts. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailConfig } from '../../platform/mail/mail-config.ts';

interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly headers: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly { readonly name: string; readonly content: string }[];
}

export interface SmtpServer {
  readonly config: MailConfig;
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** The next recipients or mails get this answer, instead of being accepted. */
  rejectNext(at: 'recipient' | 'data', code: number, text: string, times?: number): void;
  stop(): Promise<void>;
}

const USER = 'offhook';
const PASSWORD = 'a mail password';

export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const rejections: { readonly at: string; readonly error: Error & { responseCode?: number } }[] = [];
  const takeRejection = (at: string) =>
    rejections[0]?.at === at ? (rejections.shift()?.error ?? null) : null;
  const server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === USER && password === PASSWORD) done(null, { user: username });
      else done(Object.assign(new Error('Wrong user name or password'), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, done) => done(takeRejection('recipient')),
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        const rejection = takeRejection('data');
        if (rejection) return done(rejection);
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          ...readMail(raw),
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    config: {
      host: '127.0.0.1',
      port,
      isSecure: false,
      requiresTls: false,
      user: USER,
      password: PASSWORD,
      from: 'Offhook <offhook@example.com>',
    },
    received,
    rejectNext(at, code, message, times = 1) {
      for (let left = times; left > 0; left -= 1)
        rejections.push({ at, error: Object.assign(new Error(message), { responseCode: code }) });
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html' | 'attachments'> {
  const [head = ''] = raw.split('\r\n\r\n');
  const parts = leavesOf(raw);
  const partOf = (type: string) => decodePart(parts.find((part) => part.includes(type)) ?? '');
  return {
    headers: unfold(head),
    text: partOf('text/plain'),
    html: partOf('text/html'),
    attachments: parts.flatMap((part) => {
      const name = /filename="?([^";\r\n]+)/.exec(unfold(part))?.[1];
      return name === undefined ? [] : [{ name, content: decodePart(part) }];
    }),
  };
}

const unfold = (head: string) => head.replace(/\r\n[ \t]+/g, ' ');

/** The parts of a mail with attachments are nested. */
function leavesOf(part: string): readonly string[] {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const boundary = /boundary="?([^";\r\n]+)/.exec(unfold(head))?.[1];
  if (boundary === undefined) return [part];
  return rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((one) => leavesOf(one.replace(/^\r\n/, '')));
}

function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
