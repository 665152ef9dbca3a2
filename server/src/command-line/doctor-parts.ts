/** What the doctor needs, from the configuration that the server runs by. */
import { join } from 'node:path';
import type { Logger } from 'pino';
import { googleRedirectUri } from '../accounts/sign-in/google-login.ts';
import { createOpenId } from '../accounts/sign-in/openid.ts';
import { createDoctor, type Doctor, type DoctorOutside, type DoctorParts } from '../operations/doctor.ts';
import { type Config, ConfigurationError, readConfig } from '../platform/process/config.ts';
import { createTelephony } from '../platform/telephony/telephony.ts';
import { createRecordingS3 } from '../recordings/recording-s3.ts';

/** What a server would try again for a while is told at once. */
const ONE_TRY = { tries: 1, pauseMs: 0, requestMs: 5_000, perMegabyteMs: 0 };

export function doctorOf(
  config: Config,
  parts: Pick<DoctorParts, 'database' | 'now' | 'log' | 'checks'>,
): Doctor {
  return createDoctor({ ...parts, dataFolder: config.dataFolder, outside: outsideOf(config, parts.now) });
}

/** For a command that runs by itself, by the settings of its own environment. */
export function doctorOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  dataFolder: string,
  parts: { readonly database: DoctorParts['database']; readonly now: () => number; readonly log: Logger },
): Doctor {
  let outside: DoctorParts['outside'];
  try {
    outside = outsideOf(readConfig(environment), parts.now);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const names = error.message.replaceAll('\n', ' ');
    // The running product answers for itself only where the database is its own.
    const inTheBox = environment['DATABASE_URL']
      ? 'GET /readyz of the running product tells whether they answer.'
      : 'start the product, and ask again while it runs.';
    outside = { wrong: `${names} Or, if those services are the ones in the box: ${inTheBox}` };
  }
  return createDoctor({ ...parts, dataFolder, outside });
}

function outsideOf(config: Config, now: () => number): DoctorOutside {
  const { publicUrl, telephony, realtime, google, recordings, dataFolder } = config;
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
    storage:
      recordings.s3 === null ? null : createRecordingS3(recordings.s3, join(dataFolder, 'spool'), ONE_TRY),
  };
}
