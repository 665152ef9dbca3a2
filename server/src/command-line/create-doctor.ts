import { join } from 'node:path';
import { googleRedirectUri } from '../accounts/sign-in/providers/google-login.ts';
import { createOpenId } from '../accounts/sign-in/providers/openid.ts';
import { createDoctor, type Doctor, type DoctorDeps, type ExternalServices } from '../operations/doctor.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { type Config, ConfigurationError, readConfig } from '../platform/process/config.ts';
import { createTelephony } from '../platform/telephony/twilio-telephony.ts';
import { createRecordingS3 } from '../recordings/recording-s3.ts';

const MAIL_TIMEOUT_MS = 5_000;
/** Unlike the server, reports failures immediately. */
const NO_RETRY = { attempts: 1, backOffMs: 0, requestTimeoutMs: 5_000, msPerMegabyte: 0 };

export function doctorForConfig(
  config: Config,
  deps: Pick<DoctorDeps, 'database' | 'secrets' | 'now' | 'log' | 'checks'>,
): Doctor {
  return createDoctor({
    ...deps,
    dataFolder: config.dataFolder,
    external: createExternalServices(config, deps.now),
  });
}

/** For a command without a running server. */
export function doctorForEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  dataFolder: string,
  deps: Pick<DoctorDeps, 'database' | 'secrets' | 'now' | 'log'>,
): Doctor {
  let external: DoctorDeps['external'];
  try {
    external = createExternalServices(readConfig(environment), deps.now);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const names = error.message.replaceAll('\n', ' ');
    // With an external database, commands don't go through the running server.
    const hint = environment['DATABASE_URL']
      ? 'check GET /readyz of the running server.'
      : 'start Offhook and run the doctor again.';
    external = { configurationError: `${names} If you use the embedded services: ${hint}` };
  }
  return createDoctor({ ...deps, dataFolder, external });
}

function createExternalServices(config: Config, now: () => number): ExternalServices {
  const { publicUrl, telephony, realtime, google, recordings, dataFolder, mail } = config;
  return {
    publicUrl,
    telephony: createTelephony(telephony),
    isVoiceEmbedded: telephony.embedded,
    applicationSid: telephony.applicationSid,
    realtime,
    openId:
      google === null
        ? null
        : createOpenId({ config: google, redirectUri: googleRedirectUri(publicUrl), clock: { now } }),
    mailer: mail === null ? null : createMailer(mail, MAIL_TIMEOUT_MS),
    storage:
      recordings.s3 === null ? null : createRecordingS3(recordings.s3, join(dataFolder, 'spool'), NO_RETRY),
  };
}
