/** The tests of a worker share one product and its leads; this clears the name that an earlier test gave a number. */
interface Session {
  readonly cookie: string;
  readonly csrf: string;
}

interface Lead {
  readonly id: number;
  readonly phone_number: string;
  readonly phone_number_formatted: string;
}

const ADMIN = { email: 'admin@demo.test', password: 'offhook-demo' };
const sessions = new Map<string, Promise<Session | null>>();

/** Clears the name of the lead with this number. Does nothing if the demo administrator does not exist. */
export async function forgetName(url: string, number: string): Promise<void> {
  let opening = sessions.get(url);
  if (!opening) {
    opening = openSession(url).catch(() => null);
    sessions.set(url, opening);
  }
  const session = await opening;
  if (session === null) return;
  const headers = {
    cookie: session.cookie,
    'x-csrf-token': session.csrf,
    'content-type': 'application/json',
  };
  const leads = `${url}/api/v1/console/leads`;
  const found = await fetch(`${leads}?search=${encodeURIComponent(number)}`, { headers });
  if (!found.ok) return;
  const { data } = (await found.json()) as { data: readonly Lead[] };
  const lead = data.find(({ phone_number }) => phone_number === number);
  if (!lead) return;
  const body = JSON.stringify({ fname: '', lname: '', label: lead.phone_number_formatted });
  const changed = await fetch(`${leads}/${lead.id}`, { method: 'PUT', headers, body });
  if (!changed.ok) throw new Error(`the name of ${number} was not cleared: ${await changed.text()}`);
}

async function openSession(url: string): Promise<Session | null> {
  const visitor = await readUser(url);
  const login = await fetch(`${url}/api/v1/user/login`, {
    method: 'POST',
    headers: { cookie: visitor.cookie, 'x-csrf-token': visitor.csrf, 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return login.ok ? readUser(url, cookieOf(login)) : null;
}

async function readUser(url: string, cookie = ''): Promise<Session> {
  const answer = await fetch(`${url}/api/v1/user`, { headers: { cookie } });
  const { csrf_token: csrf } = (await answer.json()) as { csrf_token: string };
  return { cookie: cookie || cookieOf(answer), csrf };
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
