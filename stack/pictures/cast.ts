/** Who calls and is called in the pictures, in the language of the pictures. */

export type Language = 'en' | 'es';
export const LANGUAGES: readonly Language[] = ['en', 'es'];

/** A lead as a form sends it. The simulated phones of all these numbers are answered after 2 s. */
export interface FormLead {
  readonly phone_number: string;
  readonly fname: string;
  readonly lname: string;
  readonly company?: string;
  readonly category: string;
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
}

export interface Cast {
  readonly teams: { readonly sales: string; readonly support: string };
  readonly numbers: readonly [string, string, string];
  /** Whisper text of the sales team. */
  readonly whisper: string;
  readonly script: string;
  readonly tags: readonly [string, string, string, string];
  /** A status of the account. */
  readonly coaching: string;
  readonly questions: readonly [string, string, string];
  readonly comment: string;
  /** The lead whose minute the README shows. */
  readonly hero: FormLead;
  readonly heroNote: string;
  readonly consulted: FormLead;
  readonly calledBack: FormLead;
  /** On the live board. */
  readonly onCalls: readonly FormLead[];
  readonly parked: FormLead;
  /** Earlier today. */
  readonly earlier: readonly FormLead[];
  readonly notes: readonly string[];
  readonly callbackNote: string;
  readonly importFile: string;
  readonly invited: readonly string[];
}

const en = lead('Website: free estimate', ['Roof', 'Year built', 'When'], ['Tile', '1987', 'This month']);
const es = lead('Sitio web: presupuesto', ['Techo', 'Construida en', 'Cuándo'], ['Teja', '1987', 'Este mes']);

export const CAST: Readonly<Record<Language, Cast>> = {
  en: {
    teams: { sales: 'Sales', support: 'Support' },
    numbers: ['Main line', 'Support line', 'West coast'],
    whisper: '{fname} {lname} from {company}, {category}',
    script: `# First call

## Open
“Hi {fname}, this is {agent} from Harbor Home Services. You asked us about {category}. Is now a good time?”

## Qualify
“Tell me about the house.”

- Owns the house
- Year built
- Last repair

## Book the visit
“I have Wednesday or Thursday after 9. Which is better for you?”`,
    tags: ['Appointment set', 'Quote sent', 'Call back later', 'Not interested now'],
    coaching: 'Coaching',
    questions: [
      'Did the agent say who is calling?',
      'How well did the agent listen?',
      'Was a next step agreed?',
    ],
    comment: 'Good question about the age of the roof.',
    hero: en('+12065550164', 'Maya', 'Ellison', 'Roof repair', 'Ellison Interiors'),
    heroNote: 'Leak above the kitchen. Visit on Thursday at 9:30.',
    consulted: en('+13035550172', 'Daniel', 'Brandt', 'Solar quote'),
    calledBack: en('+15035550149', 'Amara', 'Nwosu', 'New windows'),
    onCalls: [
      en('+13125550133', 'Priya', 'Raman', 'Solar quote'),
      en('+17025550146', 'Desmond', 'Clarke', 'Roof repair'),
      en('+16025550147', 'Sofia', 'Rossi', 'Insulation'),
    ],
    parked: en('+14085550145', 'Aiko', 'Mori', 'Heating'),
    earlier: [
      en('+12125550151', 'Grace', 'Kim', 'Roof repair'),
      en('+13105550152', 'Leo', 'Marchetti', 'Solar quote'),
      en('+16505550153', 'Hannah', 'Weiss', 'New windows'),
      en('+15105550154', 'Tom', 'Fielding', 'Gutter cleaning'),
      en('+14255550155', 'Nadia', 'Haddad', 'Insulation'),
      en('+17205550156', 'Eric', 'Lund', 'Solar quote'),
      en('+16195550157', 'Rosa', 'Delgado', 'Roof repair'),
      en('+18015550158', 'Ben', 'Sawyer', 'Heating'),
      en('+12085550159', 'Olivia', 'Park', 'New windows'),
      en('+15035550160', 'Marcus', 'Bell', 'Roof repair'),
    ],
    notes: [
      'Wants two quotes. Sends photos of the roof tonight.',
      'Owns the house since 2011. Visit next week.',
      'Asked about financing.',
    ],
    callbackNote: 'At the dentist. Prefers a call in the afternoon.',
    importFile: `Full name;Phone;Email;Roof
Clara Jensen;(206) 555-0181;clara.jensen@example.com;Tile
Victor Almeida;(503) 555-0182;victor.almeida@example.com;Metal
Joan Pritchard;(415) 555-0183;joan.pritchard@example.com;Shingle
Clara Jensen;206-555-0181;clara.jensen@example.com;Tile
Samir Khan;555-01;samir.khan@example.com;Metal
`,
    invited: ['Noor Jansen, noor@example.com', 'Felix Brandt, felix@example.com'],
  },
  es: {
    teams: { sales: 'Ventas', support: 'Soporte' },
    numbers: ['Línea principal', 'Línea de soporte', 'Costa oeste'],
    whisper: '{fname} {lname} de {company}, {category}',
    script: `# Primera llamada

## Saludo
“Hola, {fname}. Habla {agent}, de Harbor Home Services. Nos preguntaste por {category}. ¿Tienes un momento?”

## Preguntas
“Cuéntame de la casa.”

- Casa propia
- Año de construcción
- Última reparación

## Visita
“Tengo el miércoles o el jueves después de las 9. ¿Qué te conviene más?”`,
    tags: ['Cita acordada', 'Presupuesto enviado', 'Llamar más tarde', 'Sin interés por ahora'],
    coaching: 'Tutoría',
    questions: ['¿Dijo el agente quién llama?', '¿Qué tan bien escuchó?', '¿Se acordó el siguiente paso?'],
    comment: 'Buena pregunta sobre la edad del techo.',
    hero: es('+12065550164', 'Valeria', 'Montes', 'Reparación de techo', 'Montes Interiores'),
    heroNote: 'Gotera sobre la cocina. Visita el jueves a las 9:30.',
    consulted: es('+13035550172', 'Daniel', 'Ibarra', 'Paneles solares'),
    calledBack: es('+15035550149', 'Camila', 'Duarte', 'Ventanas'),
    onCalls: [
      es('+13125550133', 'Jimena', 'Robles', 'Paneles solares'),
      es('+17025550146', 'Héctor', 'Salinas', 'Reparación de techo'),
      es('+16025550147', 'Sofía', 'Paredes', 'Aislamiento'),
    ],
    parked: es('+14085550145', 'Andrés', 'Lozano', 'Calefacción'),
    earlier: [
      es('+12125550151', 'Gabriela', 'Ríos', 'Reparación de techo'),
      es('+13105550152', 'Leonardo', 'Vega', 'Paneles solares'),
      es('+16505550153', 'Ana', 'Quintero', 'Ventanas'),
      es('+15105550154', 'Tomás', 'Ferrer', 'Canaletas'),
      es('+14255550155', 'Nadia', 'Cárdenas', 'Aislamiento'),
      es('+17205550156', 'Emilio', 'Luna', 'Paneles solares'),
      es('+16195550157', 'Rosa', 'Delgado', 'Reparación de techo'),
      es('+18015550158', 'Benito', 'Serrano', 'Calefacción'),
      es('+12085550159', 'Olivia', 'Prado', 'Ventanas'),
      es('+15035550160', 'Marcos', 'Beltrán', 'Reparación de techo'),
    ],
    notes: [
      'Quiere dos presupuestos. Envía fotos del techo esta noche.',
      'Dueña de la casa desde 2011. Visita la próxima semana.',
      'Preguntó por el financiamiento.',
    ],
    callbackNote: 'Está en el dentista. Prefiere una llamada por la tarde.',
    importFile: `Nombre completo;Teléfono;Correo;Techo
Clara Jiménez;(206) 555-0181;clara.jimenez@example.com;Teja
Víctor Almeida;(503) 555-0182;victor.almeida@example.com;Metal
Juana Prieto;(415) 555-0183;juana.prieto@example.com;Tejuela
Clara Jiménez;206-555-0181;clara.jimenez@example.com;Teja
Samir Calderón;555-01;samir.calderon@example.com;Metal
`,
    invited: ['Noor Jansen, noor@example.com', 'Félix Bravo, felix@example.com'],
  },
};

function lead(form: string, names: readonly string[], values: readonly string[]) {
  const fields = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  return (
    phone_number: string,
    fname: string,
    lname: string,
    category: string,
    company?: string,
  ): FormLead => ({ phone_number, fname, lname, category, form, fields, ...(company && { company }) });
}
