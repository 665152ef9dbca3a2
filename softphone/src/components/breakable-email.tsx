/** An email breaks before its @ and nowhere else if it can. */
export function BreakableEmail({ email }: { readonly email: string }) {
  const at = email.lastIndexOf('@');
  if (at < 1) return <span>{email}</span>;
  return (
    <span>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  );
}
