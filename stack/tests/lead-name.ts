/** Tests of a worker share one product and its leads, so a test clears the name that an earlier test gave a number. */
import { valueOrThrow } from '@offhook/contract/client/api-error';
import { type ApiClient, clientAt, logIn } from '@offhook/server/testing/servers/api-client';

const clients = new Map<string, Promise<ApiClient | null>>();

export async function clearName(url: string, number: string): Promise<void> {
  let opening = clients.get(url);
  if (!opening) {
    opening = logIn(clientAt(url), 'admin@demo.test').catch(() => null);
    clients.set(url, opening);
  }
  const client = await opening;
  const found = await client?.request('listLeads', { query: { search: number } });
  if (!client || !found?.ok) return;
  const lead = found.value.data.find(({ phone_number }) => phone_number === number);
  if (!lead) return;
  const body = { fname: '', lname: '', label: lead.phone_number_formatted };
  valueOrThrow(await client.request('changeLead', { params: { id: lead.id }, body }));
}
