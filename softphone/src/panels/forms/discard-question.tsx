import { classes } from '@offhook/design/classes';
import { DiscardDialog } from '../../components/dialogs/discard-dialog.tsx';
import { asksToDiscard } from '../../core/forms/typed.ts';
import { usePhone } from '../../phone-context.tsx';
import styles from './discard-question.module.css';

const c = classes(styles);

export function DiscardQuestion() {
  const { state, send } = usePhone();
  if (!asksToDiscard(state)) return null;
  return (
    <div className={c('place')}>
      <DiscardDialog
        onDiscard={() => send({ type: 'formDiscarded' })}
        onKeep={() => send({ type: 'formKept' })}
      />
    </div>
  );
}
