import styles from './breakable-email.module.css';

export function BreakableEmail({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return <bdi dir="ltr">{email}</bdi>;
  return (
    <bdi dir="ltr">
      {email.slice(0, at)}
      <wbr />
      <span className={styles['domain']}>{email.slice(at)}</span>
    </bdi>
  );
}
