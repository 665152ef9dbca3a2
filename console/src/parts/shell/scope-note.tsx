import { supervisedTeams } from '@offhook/contract/accounts/permissions';
import { classes } from '@offhook/design/classes';
import { useConsole } from '../../console-context.ts';
import styles from './scope-note.module.css';

const c = classes(styles);

/** What a page counts, for supervisors of given teams: for others, pages count the same. */
export function ScopeNote({ text }: { readonly text: string }) {
  const { user } = useConsole();
  return supervisedTeams(user) !== null && <p className={c('note')}>{text}</p>;
}
