/** The demo has leads from every CRM, with and without each optional field. */
export interface DemoLead {
  readonly fname: string;
  readonly lname: string;
  readonly phone: string;
  readonly label?: string;
  readonly company?: string;
  readonly email?: string;
  readonly category?: string;
  readonly crm?: string;
  readonly source_id?: string;
}

export const DEMO_LEADS: readonly DemoLead[] = [
  lead('Marta', 'Jansen', '+12125550141', 'Jansen Bakery', 'Roof repair', 'hubspot', '50112'),
  lead('Theo', 'Abara', '+13105550142', 'Abara Motors', 'Solar quote', 'salesforce', '00Q5g00000A1b2C'),
  lead('Lucía', 'Fernández', '+16505550143', 'Casa Fernández', 'New windows', 'activecampaign', '8841'),
  lead('Walter', 'Greene', '+15105550144', undefined, 'Gutter cleaning', 'followupboss', '23901'),
  lead('Aiko', 'Mori', '+14085550145', 'Mori Dental', 'Heating', 'hubspot', '50377'),
  lead('Desmond', 'Clarke', '+17025550146', 'Clarke & Sons', 'Roof repair', 'salesforce', '00Q5g00000A9z8Y'),
  lead('Sofia', 'Rossi', '+16025550147', 'Rossi Catering', undefined, 'activecampaign', '9027'),
  lead('Henrik', 'Dahl', '+12065550148', 'Dahl Boats', 'Insulation', 'followupboss', '24466'),
  lead('Amara', 'Nwosu', '+15035550149', undefined, 'Solar quote', 'hubspot', '50801'),
  lead('Caleb', 'Turner', '+13035550151', 'Turner Ranch', 'New windows'),
  lead('Yara', 'Khalil', '+14155550152', 'Khalil Design', 'Kitchen', 'salesforce', '00Q5g00000B3c4D'),
  lead('Oskar', 'Nowak', '+14155550153', undefined, 'Heating', 'activecampaign', '9310'),
  lead('Mei', 'Zhang', '+16285550154', 'Zhang Imports', 'Roof repair', 'followupboss', '25012'),
  lead('Patrick', "O'Donnell", '+19165550155', "O'Donnell Pub", 'Plumbing', 'hubspot', '51144'),
  lead('Bartholomew', 'Okonkwo-Lindqvist', '+14155550156', 'Okonkwo-Lindqvist Partners', 'Solar quote'),
  lead(
    'Siobhán',
    'Ní Dhomhnaill',
    '+442079460991',
    'Tigh na Mara',
    'New windows',
    'salesforce',
    '00Q5g00000C5d6E',
  ),
  lead('Camille', 'Laurent', '+442079460958', undefined, undefined, 'followupboss', '25377'),
  lead('Diego', 'Salazar', '+14155550158', 'Salazar Foods', 'Gutter cleaning', 'activecampaign', '9555'),
  { ...lead('', '', '+14155550159', undefined, 'Web form'), label: 'Roof quote, web form' },
  lead('Ruth', 'Abelman', '+18185550160', 'Abelman Law', 'Insulation', 'hubspot', '51620'),
];

export const SPECIAL_LEADS: readonly DemoLead[] = DEMO_LEADS.slice(0, 5).map((entry, index) => ({
  ...entry,
  label: `${entry.category ?? 'Lead'} for ${entry.lname}`,
  phone: `+1628555018${index}`,
}));

function lead(
  fname: string,
  lname: string,
  phone: string,
  company?: string,
  category?: string,
  crm?: string,
  sourceId?: string,
): DemoLead {
  const mailbox = `${fname}.${lname}`
    .normalize('NFD')
    .replace(/[^a-zA-Z.]/g, '')
    .toLowerCase();
  return {
    fname,
    lname,
    phone,
    ...(fname === '' ? {} : { email: `${mailbox}@example.test` }),
    ...(company === undefined ? {} : { company }),
    ...(category === undefined ? {} : { category }),
    ...(crm === undefined ? {} : { crm }),
    ...(sourceId === undefined ? {} : { source_id: sourceId }),
  };
}
