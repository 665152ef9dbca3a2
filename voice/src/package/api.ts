/** The public types. They import nothing, so that the package's declarations need no other package. */

export interface StartOptions {
  /** Default: 7001; 0 picks a free port. */
  readonly port?: number;
  /** Address to listen on. Default: 127.0.0.1. On an address that isn't a loopback address, missing secrets are random. */
  readonly host?: string;
  /** AC and 32 hexadecimal digits. */
  readonly accountSid?: string;
  /** At least 8 characters. */
  readonly authToken?: string;
  /** SK and 32 hexadecimal digits. */
  readonly apiKey?: string;
  readonly apiSecret?: string;
  /** SID of the TwiML application that always exists: AP and 32 hexadecimal digits. */
  readonly applicationSid?: string;
  /** Business numbers that always exist. Default: +14155550190 and +14155550191. */
  readonly numbers?: readonly string[];
  /** VoiceUrl of the application and of the business numbers. */
  readonly voiceUrl?: string;
  /** SmsUrl of the business numbers. */
  readonly smsUrl?: string;
  readonly seed?: Seed;
  /** Folder that keeps data. Default: a temporary folder, which `stop()` removes. */
  readonly data?: string;
  /** `true`: HTTPS with a certificate of its own; or a certificate and its key, in PEM. */
  readonly tls?: boolean | { readonly cert: string; readonly key: string };
  /** The page at `/`. Default: true. */
  readonly page?: boolean;
  /** Calls that the REST API creates per second; more are queued. Default: 100. The provider's default is 1. */
  readonly callsPerSecond?: number;
  /** Addresses that browsers send audio to. Default: `host`. */
  readonly mediaAddress?: string;
  /** UDP ports for audio, such as `40000-40999`. Default: any. */
  readonly mediaPorts?: string;
  /** Logs go to standard error. Default: `warn`. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
}

/** The running service. */
export interface Voice {
  /** Such as `http://127.0.0.1:7001`. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly accountSid: string;
  readonly authToken: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly applicationSid: string;
  /** The business numbers that always exist, then those of the seed. */
  readonly numbers: readonly string[];
  /** The certificate in PEM, for clients that need to trust it; null without TLS. */
  readonly certificate: string | null;

  /** @returns a function that removes the listener */
  on<E extends keyof VoiceEvents>(event: E, listener: (value: VoiceEvents[E]) => void): () => void;
  /** Waits until the call has this status. Rejects once it can't. @param timeoutMs default: 30,000 */
  waitForStatus(callSid: string, status: CallStatus, timeoutMs?: number): Promise<void>;

  /**
   * Waits until the call's TwiML is at this verb, such as `Gather` before `press()`: keys that no verb waits for are lost,
   * as at the provider. Rejects if the call is unknown or over. @param timeoutMs default: 30,000
   */
  waitForVerb(callSid: string, verb: TwimlVerb, timeoutMs?: number): Promise<void>;

  /** A simulated phone calls a business number that has a VoiceUrl. */
  call(request: { readonly from: string; readonly to: string }): Promise<{ readonly callSid: string }>;
  /** A simulated phone sends a text to a business number. */
  text(request: {
    readonly from: string;
    readonly to: string;
    readonly body: string;
  }): Promise<{ readonly messageSid: string }>;
  /** The other party of this call presses keys: 0-9, *, #; w waits for 0.5 s. */
  press(callSid: string, digits: string): Promise<void>;
  /** The other party of this call hangs up. */
  hangup(callSid: string): Promise<void>;
  /** Impairs the network of browsers. Each request replaces the previous one; without values it ends. */
  impair(impairment: Impairment): Promise<{ readonly affected: number }>;
  /** All running calls, with who hears whom and how loud. @param tones frequencies in Hz to look for */
  lines(tones?: readonly number[]): Promise<readonly Line[]>;

  /** Ends all calls, removes all data, and loads the seed again. Keeps the port. Browsers stay connected. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

export interface VoiceEvents {
  /** A call was created, or its status changed. */
  readonly call: CallChange;
  /** A text was created, or its status changed. */
  readonly message: TextChange;
  /** A verb of a call's TwiML began. */
  readonly verb: VerbStart;
  /** The service has sent a request to your server: for TwiML, or a status callback. */
  readonly webhook: WebhookExchange;
}

export type CallStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'canceled'
  | 'failed';

export type TwimlVerb =
  | 'Dial'
  | 'Enqueue'
  | 'Gather'
  | 'Hangup'
  | 'Leave'
  | 'Pause'
  | 'Play'
  | 'Record'
  | 'Redirect'
  | 'Reject'
  | 'Say';

export interface VerbStart {
  readonly callSid: string;
  readonly verb: TwimlVerb;
}

export interface CallChange {
  readonly sid: string;
  readonly parentSid: string | null;
  readonly from: string;
  readonly to: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-dial';
  readonly status: CallStatus;
}

export interface TextChange {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  readonly status: 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';
  readonly errorCode: number | null;
}

export interface WebhookExchange {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly params: Readonly<Record<string, string>>;
  /** Of the response; null if there was none. */
  readonly status: number | null;
  /** Of the response, at most 64 KiB. */
  readonly body: string;
  /** Why there was no response; null if there was one. */
  readonly error: string | null;
  readonly durationMs: number;
}

/** Selects a call, all calls of an identity, or all calls. */
export interface Impairment {
  readonly callSid?: string;
  readonly identity?: string;
  readonly all?: boolean;
  /** Fraction of packets lost, 0 to 1. */
  readonly loss?: number;
  readonly delayMs?: number;
  readonly jitterMs?: number;
  /** No packets for this time. */
  readonly cutMs?: number;
  /** Also cuts the signaling sockets for `cutMs`. */
  readonly signaling?: boolean;
}

export interface Line {
  readonly callSid: string;
  readonly kind: 'client' | 'carrier';
  readonly from: string;
  readonly to: string;
  readonly status: CallStatus;
  readonly conference: string | null;
  /** SIDs of the calls that this party hears. */
  readonly hears: readonly string[];
  /** Of what the party sends, 0 to 1. */
  readonly levelIn: number;
  /** Of what the party hears, 0 to 1. */
  readonly levelOut: number;
  readonly packetsIn: number;
  readonly packetsOut: number;
  /** `silence`: a muted browser. */
  readonly sends: 'sound' | 'silence' | 'nothing';
  /** Strength of each requested tone in what the party hears. */
  readonly tones: readonly number[];
  readonly concealed: number;
  /** From the browser's reports; null before the first one, and for simulated phones, which have no network. */
  readonly network: {
    readonly lossIn: number;
    readonly lossOut: number;
    readonly jitterInMs: number;
    readonly jitterOutMs: number;
    readonly roundTripMs: number | null;
  } | null;
}

export interface Seed {
  readonly applications?: readonly SeedApplication[];
  readonly numbers?: readonly SeedNumber[];
  readonly callers?: readonly SeedCaller[];
  readonly phones?: readonly SeedPhone[];
}

export interface SeedWebhooks {
  readonly friendlyName?: string;
  readonly voiceUrl?: string;
  readonly voiceMethod?: 'GET' | 'POST';
  readonly voiceFallbackUrl?: string;
  readonly voiceFallbackMethod?: 'GET' | 'POST';
  readonly voiceCallerIdLookup?: boolean;
  readonly statusCallback?: string;
  readonly statusCallbackMethod?: 'GET' | 'POST';
  readonly smsUrl?: string;
  readonly smsMethod?: 'GET' | 'POST';
}

export interface SeedApplication extends SeedWebhooks {
  /** AP and 32 hexadecimal digits. */
  readonly sid: string;
}

export interface SeedNumber extends SeedWebhooks {
  readonly phoneNumber: string;
  readonly voiceApplicationSid?: string;
  readonly smsApplicationSid?: string;
}

/** What is known about a caller: `CallerName` for numbers with caller ID lookup, and `StirVerstat`. */
export interface SeedCaller {
  readonly number: string;
  readonly name?: string;
  readonly stirVerstat?: string;
}

/** A simulated phone of your own. */
export interface SeedPhone {
  readonly number: string;
  readonly behavior: PhoneBehavior;
  /** Time from dialing to the outcome. */
  readonly ringMs?: number;
  /** Time from the answer. */
  readonly hangUpAfterMs?: number;
  /** Pressed once when a Gather waits for keys. */
  readonly pressesKey?: string;
}

export type PhoneBehavior =
  | 'talks'
  | 'interested-lead'
  | 'never-answers'
  | 'busy'
  | 'voicemail'
  | 'does-not-exist'
  | 'hangs-up'
  | 'echo'
  | 'silent'
  | 'bad-time'
  | 'driving'
  | 'expects-response'
  | 'menu'
  | 'landline'
  | 'filters-texts'
  | 'unreachable'
  | 'leaves-message';
