import { hasPermission } from '@offhook/contract/accounts/permissions';
import { MAX_COMMENT_LENGTH, type RecordingComment } from '@offhook/contract/console/review-entities';
import { formatDuration } from '@offhook/design/audio/clock';
import { classes } from '@offhook/design/classes';
import { Banner } from '@offhook/design/feedback/banner.tsx';
import { IconButton } from '@offhook/design/forms/icon-button.tsx';
import remove from '@offhook/design/icons/delete.svg?raw';
import edit from '@offhook/design/icons/edit.svg?raw';
import { rich, t } from '@offhook/i18n/console';
import { useState } from 'react';
import { useConsole } from '../../console-context.ts';
import { useApiMutation } from '../../queries.ts';
import entryStyles from '../cards/entries.module.css';
import { Moment } from '../cards/moment.tsx';
import { Rich } from '../cards/rich.tsx';
import { SmallButton } from '../cards/small-button.tsx';
import { useQuestion } from '../dialogs/use-question.tsx';
import { focusMarked } from '../forms/focus-marked.ts';
import { TextArea } from '../forms/text-field.tsx';
import styles from './comments.module.css';

const c = classes(styles);
const e = classes(entryStyles);

interface ListProps {
  readonly comments: readonly RecordingComment[];
  /** @param at seconds */
  readonly onJump: (at: number) => void;
}

export function Comments({ comments, onJump }: ListProps) {
  const { user } = useConsole();
  const [editing, setEditing] = useState<number | null>(null);
  const removal = useApiMutation('removeRecordingComment', ['readCallReview']);
  const { openQuestion, question } = useQuestion<RecordingComment>((comment) => ({
    title: t('review.comment.remove.title'),
    text: t('review.comment.remove.text'),
    action: t('action.remove'),
    onAction: () => removal.mutate({ params: { id: comment.id } }),
  }));
  if (comments.length === 0) return null;
  return (
    <>
      <Banner text={removal.error?.message ?? null} />
      <ul aria-label={t('review.comments')} className={e('entries')}>
        {comments.map((comment) => {
          const isOwn = comment.user.id === user.id;
          const time = formatDuration(comment.at_ms / 1_000);
          return (
            <li className={e('entry')} key={comment.id}>
              {editing === comment.id ? (
                <EditComment comment={comment} onClose={() => setEditing(null)} />
              ) : (
                <div className={c('comment')}>
                  <button
                    aria-label={t('review.comment.play', { time })}
                    className={c('time')}
                    onClick={() => onJump(comment.at_ms / 1_000)}
                    type="button"
                  >
                    {time}
                  </button>
                  <div>
                    <p className={e('text')} dir="auto">
                      {comment.text}
                    </p>
                    <p className={e('detail')}>
                      <Rich
                        parts={rich(comment.edited_at === null ? 'text.byAt' : 'review.comment.edited', {
                          name: comment.user.full_name,
                          time: <Moment at={comment.edited_at ?? comment.created_at} />,
                        })}
                      />
                    </p>
                  </div>
                  <span className={c('actions')}>
                    {isOwn && (
                      <IconButton
                        icon={edit}
                        name={t('review.comment.edit', { time })}
                        onClick={() => setEditing(comment.id)}
                        variant="row"
                      />
                    )}
                    {(isOwn || hasPermission(user, 'admin')) && (
                      <IconButton
                        icon={remove}
                        name={t('review.comment.remove', { time })}
                        onClick={() => openQuestion(comment)}
                        variant="row"
                      />
                    )}
                  </span>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {question}
    </>
  );
}

function EditComment({
  comment,
  onClose,
}: {
  readonly comment: RecordingComment;
  readonly onClose: () => void;
}) {
  const request = useApiMutation('changeRecordingComment', ['readCallReview']);
  return (
    <CommentForm
      at={comment.at_ms / 1_000}
      error={request.error?.message ?? null}
      onCancel={onClose}
      onSave={(text) =>
        request.mutate({ params: { id: comment.id }, body: { text } }, { onSuccess: onClose })
      }
      saving={request.isPending}
      text={comment.text}
    />
  );
}

interface NewProps {
  readonly recordingId: number;
  /** Seconds. */
  readonly at: number;
  readonly onClose: () => void;
}

export function NewComment({ recordingId, at, onClose }: NewProps) {
  const request = useApiMutation('addRecordingComment', ['readCallReview']);
  return (
    <CommentForm
      at={at}
      error={request.error?.message ?? null}
      onCancel={onClose}
      onSave={(text) =>
        request.mutate(
          { params: { id: recordingId }, body: { at_ms: Math.round(at * 1_000), text } },
          { onSuccess: onClose },
        )
      }
      saving={request.isPending}
      text=""
    />
  );
}

interface FormProps {
  readonly at: number;
  readonly text: string;
  readonly error: string | null;
  readonly saving: boolean;
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

function CommentForm({ at, text: saved, error, saving, onSave, onCancel }: FormProps) {
  const [text, setText] = useState(saved);
  const isEmpty = text.trim() === '';
  const save = () => {
    if (!isEmpty && !saving) onSave(text);
  };
  return (
    <form
      className={c('form')}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      ref={focusMarked}
    >
      <Banner text={error} />
      <TextArea
        aria-keyshortcuts="Control+Enter"
        data-focus
        label={t('review.comment.at', { time: formatDuration(at) })}
        maxLength={MAX_COMMENT_LENGTH}
        onText={setText}
        rows={2}
        value={text}
      />
      <span className={c('buttons')}>
        <SmallButton onClick={onCancel} variant="quiet">
          {t('action.cancel')}
        </SmallButton>
        <SmallButton disabled={isEmpty || saving} type="submit" variant="primary">
          {t('action.save')}
        </SmallButton>
      </span>
    </form>
  );
}
