import { activateCatalogs } from '@offhook/i18n/all-catalogs';
import { afterEach, describe, expect, it } from 'vitest';
import { auditAction, auditActor, auditAddress, auditLink, auditSubject } from './audit-text.ts';

afterEach(() => activateCatalogs('en'));

const rows: readonly [action: string, subject: string, en: readonly string[], es: readonly string[]][] = [
  [
    'teams set',
    'team 2: schedule, profile missed_text',
    ['Team changed', 'Team 2: Schedule, Text if no agent accepts'],
    ['Equipo modificado', 'Equipo 2: Horario, Mensaje de texto si ningún agente acepta'],
  ],
  [
    'admin teams join',
    'team 2: user 5 in',
    ['Agent added to team', 'Team 2: agent 5 added'],
    ['Agente agregado al equipo', 'Equipo 2: se agregó al agente 5'],
  ],
  [
    'users set',
    'user 7: active, cap',
    ['Agent changed', 'Agent 7: Active, Daily call limit'],
    ['Agente modificado', 'Agente 7: Activo, Límite diario de llamadas'],
  ],
  [
    'accounts limits',
    'account 2: limits oncall, limits missed_today',
    ['Board limits changed', 'Account 2: On call, Missed leads today'],
    ['Límites del panel modificados', 'Cuenta 2: En llamada, Prospectos no contactados hoy'],
  ],
  [
    'own locale',
    'user 7: language, time_zone, clock, date_order',
    ['Language and time changed by user', 'Agent 7: Language, Time zone, Clock, Date order'],
    [
      'Idioma y hora modificados por el usuario',
      'Agente 7: Idioma, Zona horaria, Formato de hora, Orden de la fecha',
    ],
  ],
  [
    'keys add',
    'api key 9: added',
    ['API key created', 'API key 9: added'],
    ['Clave de API creada', 'Clave de API 9: se agregó'],
  ],
  [
    'own password',
    'user 7: password',
    ['Password changed by user', 'Agent 7: Password'],
    ['Contraseña modificada por el usuario', 'Agente 7: Contraseña'],
  ],
  [
    'leads set',
    'lead 9: do_not_call',
    ['Lead changed', 'Lead 9: Do not call'],
    ['Prospecto modificado', 'Prospecto 9: No llamar'],
  ],
  [
    'calls export',
    'calls: 1240 exported, filter team 2, filter weekday 1, filter search, filter source form:Solar form',
    ['Calls exported', 'Calls: 1,240 rows, Team: 2, Weekday: Monday, Search, Source: Solar form'],
    [
      'Llamadas exportadas',
      'Llamadas: 1,240 filas, Equipo: 2, Día de la semana: lunes, Buscar, Fuente: Solar form',
    ],
  ],
  [
    'report export',
    'report: 12 exported, filter from 2026-03-07, filter table agents',
    ['Report exported', 'Report: 12 rows, From 2026-03-07, Table: Agents'],
    ['Informe exportado', 'Informe: 12 filas, Desde 2026-03-07, Tabla: Agentes'],
  ],
  [
    'leads export',
    'leads: 1 exported, filter state do_not_call',
    ['Leads exported', 'Leads: 1 row, Status: Do not call'],
    ['Prospectos exportados', 'Prospectos: 1 fila, Estado: No llamar'],
  ],
  [
    'person erase',
    'lead -: erased',
    ['Person erased', 'Lead -: erased'],
    ['Datos personales borrados', 'Prospecto -: datos borrados'],
  ],
  [
    'recording.played',
    'recording 3',
    ['Recording played', 'Recording 3'],
    ['Grabación reproducida', 'Grabación 3'],
  ],
  [
    'external links add',
    'recording 3: external link 5, call 77, days 7',
    ['External link created', 'Recording 3: external link 5, Call 77, expires after 7 days'],
    ['Enlace externo creado', 'Grabación 3: enlace externo 5, Llamada 77, caduca después de 7 días'],
  ],
  [
    'external links play',
    'recording 3: external link 5, call 77, creator 12',
    ['Recording played with an external link', 'Recording 3: external link 5, Call 77, created by user 12'],
    [
      'Grabación reproducida con un enlace externo',
      'Grabación 3: enlace externo 5, Llamada 77, creado por el usuario 12',
    ],
  ],
  [
    'users set',
    'user 12: active, external links 2',
    ['Agent changed', 'Agent 12: Active, 2 external links revoked'],
    ['Agente modificado', 'Agente 12: Activo, 2 enlaces externos revocados'],
  ],
  [
    'webhooks set',
    'webhook 4: events, filter status missed busy',
    ['Webhook changed', 'Webhook 4: Events, Status: No agent answered, All agents busy'],
    ['Webhook modificado', 'Webhook 4: Eventos, Estado: Ningún agente contestó, Agentes ocupados'],
  ],
  [
    'webhooks set',
    'webhook 4: filter direction inbound, filter result none, filter team 2 7',
    ['Webhook changed', 'Webhook 4: Direction: Inbound, Result: No result, Team: 2, 7'],
    ['Webhook modificado', 'Webhook 4: Dirección: Entrante, Resultado: Sin resultado, Equipo: 2, 7'],
  ],
  [
    'webhooks replay',
    'webhook 4: delivery 12 replayed',
    ['Events resent', 'Webhook 4: delivery 12 resent'],
    ['Eventos reenviados', 'Webhook 4: entrega 12 reenviada'],
  ],
  [
    'crm add',
    'crm 5: added, followupboss',
    ['CRM connected', 'CRM 5: added, Follow Up Boss'],
    ['CRM conectado', 'CRM 5: se agregó, Follow Up Boss'],
  ],
  [
    'do-not-call import',
    'do-not-call list: a file of 20 numbers',
    ['Do-not-call numbers imported', 'Do-not-call list: file with 20 numbers'],
    ['Números importados a la lista de no llamar', 'Lista de no llamar: archivo con 20 números'],
  ],
  [
    'retention',
    'recordings: 3, calls: 2',
    ['Old data deleted', 'Recordings: 3, Calls: 2'],
    ['Datos antiguos eliminados', 'Grabaciones: 3, Llamadas: 2'],
  ],
  [
    'call rates set',
    'account 1: currency, call_rates',
    ['Call rates changed', 'Account 1: Currency, Call rates'],
    ['Tarifas de llamadas modificadas', 'Cuenta 1: Moneda, Tarifas de llamadas'],
  ],
  [
    'retention set',
    'account 1: recordings_days 30',
    ['Retention changed', 'Account 1: Recordings 30'],
    ['Retención modificada', 'Cuenta 1: Grabaciones 30'],
  ],
  [
    'admin backup',
    'the whole installation',
    ['Backup created', 'Whole installation'],
    ['Copia de seguridad creada', 'Toda la instalación'],
  ],
];

describe('an audit log entry is shown in the page language', () => {
  it.each(rows)('%s, %s', (action, subject, en, es) => {
    const entry = { action, subject };
    expect([auditAction(entry), auditSubject(entry)]).toEqual(en);
    activateCatalogs('es');
    expect([auditAction(entry), auditSubject(entry)]).toEqual(es);
  });
});

describe('what an entry refers to', () => {
  const names = [
    { kind: 'team', id: 2, name: 'Sales' },
    { kind: 'user', id: 5, name: 'Ann Lee' },
    { kind: 'crm', id: 9, name: 'hubspot' },
    { kind: 'number', id: 3, name: '(415) 555-0199' },
  ];
  it.each([
    ['team 2: user 5 in', 'Team Sales: agent Ann Lee added', 'Equipo Sales: se agregó al agente Ann Lee'],
    ['team 7: user 6 out', 'Team 7: agent 6 removed', 'Equipo 7: se quitó al agente 6'],
    ['crm 9: removed', 'CRM HubSpot: removed', 'CRM HubSpot: se quitó'],
    [
      'webhook 4: filter team 2 7, filter number 3',
      'Webhook 4: Team: Sales, 7, Number: (415) 555-0199',
      'Webhook 4: Equipo: Sales, 7, Número: (415) 555-0199',
    ],
    [
      'recording 5: external link 2, call 77, creator 5',
      'Recording 5: external link 2, Call 77, created by user Ann Lee',
      'Grabación 5: enlace externo 2, Llamada 77, creado por el usuario Ann Lee',
    ],
  ])('has its name while it exists, else its number: %s', (subject, en, es) => {
    const entry = { action: 'a change', subject, names };
    expect(auditSubject(entry)).toBe(en);
    activateCatalogs('es');
    expect(auditSubject(entry)).toBe(es);
  });
});

it('values from a newer server are shown unchanged', () => {
  expect(auditAction({ action: 'menus set' })).toBe('menus set');
  expect(auditSubject({ action: 'menus set', subject: 'menu 3: keys' })).toBe('menu 3: keys');
  expect(auditSubject({ action: 'teams set', subject: 'team 3: anthem' })).toBe('Team 3: anthem');
});

it.each([
  [[{ kind: 'api key', id: 9, name: 'Website' }], 'API key Website', 'Clave de API Website'],
  [[], 'API key 9', 'Clave de API 9'],
])('an import with an API key names the key as its user', (names, en, es) => {
  const subject = 'do-not-call list: a file of 20 numbers, by api key 9';
  const entry = { action: 'do-not-call import', subject, user: null, names };
  expect(auditActor(entry)).toBe(en);
  expect(auditSubject(entry)).toBe('Do-not-call list: file with 20 numbers');
  activateCatalogs('es');
  expect(auditActor(entry)).toBe(es);
});

it('an entry names its user, else the system', () => {
  const subject = 'team 2: schedule';
  expect(auditActor({ user: { id: 5, full_name: 'Ann Lee' }, subject })).toBe('Ann Lee');
  expect(auditActor({ user: null, subject })).toBe('System');
});

it('a change made on the command line names its user', () => {
  activateCatalogs('es');
  expect(auditAddress({ address: 'command line, ada' })).toBe('línea de comandos, ada');
  expect(auditAddress({ address: '203.0.113.7' })).toBe('203.0.113.7');
  expect(auditAddress({ address: null })).toBe('Desconocida');
});

it.each([
  ['user 6: permissions', '/agents/6'],
  ['team 2: schedule, profile mode', '/teams/2'],
  ['lead 51', '/leads/51'],
  ['call 1001: call 1002', '/calls/1001'],
  ['webhook 3: url', null],
  ['leads: 20 exported', null],
])('the subject %s leads to %s', (subject, to) => {
  expect(auditLink({ subject })).toBe(to);
});
