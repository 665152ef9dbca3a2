import type { ConsoleCallDetail } from '@offhook/contract/console/call-entities';
import type { CallReview, ExternalLink, RecordingComment } from '@offhook/contract/console/review-entities';
import { usePlayback } from '@offhook/design/audio/use-playback';
import { classes } from '@offhook/design/classes';
import comment from '@offhook/design/icons/chat.svg?raw';
import copy from '@offhook/design/icons/content_copy.svg?raw';
import { t } from '@offhook/i18n/console';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type PlayerAction, skippedParts } from '../../core/review/playback.ts';
import { linkedPlace, recordingLink } from '../../core/review/review-link.ts';
import { Card } from '../cards/card.tsx';
import entryStyles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { Comments, NewComment } from './comments.tsx';
import { ExternalLinks, NewExternalLink } from './external-links.tsx';
import { Player } from './player.tsx';
import styles from './recordings.module.css';
import { TalkFigures } from './talk-figures.tsx';
import { usePlayerKeys } from './use-player-keys.ts';

const c = classes(styles);
const e = classes(entryStyles);

type Entry = ConsoleCallDetail['recordings'][number];

const SEEK_S = 5;
const NO_PARTS = [] as const;

interface Props {
  readonly callId: number;
  readonly recordings: readonly Entry[];
  /** null until it is loaded, or if it can't be. */
  readonly review: CallReview | null;
}

/** The recordings of a call. The keys belong to the one that was used last, at first to the first. */
export function Recordings({ callId, recordings, review }: Props) {
  const [search] = useSearchParams();
  const [place] = useState(() => linkedPlace(search));
  const audible = recordings.filter(({ url }) => url !== null);
  const first = audible.find(({ id }) => id === place?.recordingId) ?? audible[0];
  const [used, setUsed] = useState<number | null>(null);
  return (
    <Card title={t('call.recordings')}>
      <ul className={e('entries')}>
        {recordings.map((one) => (
          <li className={e('entry')} key={one.id}>
            {one.url === null ? (
              <p className={c('none')}>{t('call.recordings.noAudio')}</p>
            ) : (
              <ReviewedRecording
                callId={callId}
                links={review?.external_links?.filter(({ recording_id }) => recording_id === one.id) ?? null}
                comments={(review?.comments ?? []).filter(({ recording_id }) => recording_id === one.id)}
                hasKeys={(used ?? first?.id) === one.id}
                onUse={() => setUsed(one.id)}
                recording={one}
                review={review?.recordings.find(({ id }) => id === one.id)}
                startAt={place?.recordingId === one.id ? place.at : 0}
                url={one.url}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ReviewedProps {
  readonly callId: number;
  readonly recording: Entry;
  readonly url: string;
  readonly review: CallReview['recordings'][number] | undefined;
  readonly comments: readonly RecordingComment[];
  /** null: the account allows none. */
  readonly links: readonly ExternalLink[] | null;
  readonly startAt: number;
  readonly hasKeys: boolean;
  readonly onUse: () => void;
}

function ReviewedRecording({
  callId,
  recording,
  url,
  review,
  comments,
  links,
  startAt,
  ...keys
}: ReviewedProps) {
  const { id, duration_seconds, agent_channel, pauses = NO_PARTS, created_at } = recording;
  const analysis = review?.analysis ?? null;
  const [skipping, setSkipping] = useState(false);
  const [commentAt, setCommentAt] = useState<number | null>(null);
  const [copied, setCopied] = useState('');
  const skipped = useMemo(() => skippedParts(analysis?.silences ?? []), [analysis]);
  const playback = usePlayback({
    seconds: duration_seconds ?? (analysis?.duration_ms ?? 0) / 1_000,
    startAt,
    skipped: skipping ? skipped : NO_PARTS,
  });
  const { time } = playback;

  const act: Readonly<Record<PlayerAction, () => void>> = {
    toggle: playback.toggle,
    back: () => playback.seek(time - SEEK_S),
    forward: () => playback.seek(time + SEEK_S),
    slower: () => playback.changeSpeed(-1),
    faster: () => playback.changeSpeed(1),
    comment: () => setCommentAt(time),
  };
  usePlayerKeys(keys.hasKeys ? (action) => act[action]() : null);

  const copyLink = async () => {
    try {
      const link = recordingLink(location.origin, callId, { recordingId: id, at: time });
      await navigator.clipboard.writeText(link);
      setCopied(t('review.linkCopied'));
    } catch {
      setCopied(t('review.linkFailed'));
    }
  };
  return (
    // Whatever is used in it makes it the one that the keys control.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes what its controls receive
    <div className={c('recording')} onFocus={keys.onUse} onPointerDown={keys.onUse}>
      <span className={c('when')}>
        <Moment at={created_at} />
      </span>
      <Player
        analysis={analysis}
        isVoicemail={analysis ? analysis.talk === null : agent_channel === null}
        marks={comments.map(({ at_ms }) => at_ms / 1_000)}
        onSkipping={setSkipping}
        pauses={pauses}
        playback={playback}
        skipped={skipped}
        skipping={skipping}
        url={url}
      />
      {review?.state === 'pending' && (
        <p className={c('none')} role="status">
          {t('review.pending')}
        </p>
      )}
      {review?.state === 'none' && <p className={c('none')}>{t('review.unreadable')}</p>}
      <div className={c('buttons')}>
        <SmallButton
          aria-keyshortcuts="C"
          disabled={commentAt !== null}
          icon={comment}
          onClick={() => setCommentAt(time)}
          variant="quiet"
        >
          {t('review.comment.add')}
        </SmallButton>
        <SmallButton
          icon={copy}
          onClick={() => void copyLink()}
          title={t('review.link.hint')}
          variant="quiet"
        >
          {t('review.link')}
        </SmallButton>
        {links !== null && <NewExternalLink recordingId={id} />}
        <span className={c('none')} role="status">
          {copied}
        </span>
      </div>
      {commentAt !== null && (
        <NewComment at={commentAt} onClose={() => setCommentAt(null)} recordingId={id} />
      )}
      <Comments comments={comments} onJump={playback.playFrom} />
      {links !== null && <ExternalLinks links={links} />}
      {analysis?.talk && <TalkFigures duration={analysis.duration_ms} talk={analysis.talk} />}
    </div>
  );
}
