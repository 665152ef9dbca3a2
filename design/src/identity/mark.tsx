interface Props {
  readonly size: number;
}

/** The logo: an O whose upper part, the handset, is lifted off its cradle. */
export function Mark({ size }: Props) {
  return (
    <svg
      aria-hidden="true"
      fill="none"
      height={size}
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth={5}
      viewBox="0 0 32 32"
      width={size}
    >
      <path d="M6.1 17a9.9 9.9 0 0 0 19.8 0" />
      <path d="M5.9 8.9C10.4 3.5 18.3 2.3 24.5 5.5" />
    </svg>
  );
}
