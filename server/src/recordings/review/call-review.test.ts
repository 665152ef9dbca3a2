import { CONSOLE_REQUESTS } from '@offhook/contract/console/console';
import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { deleteRecordings } from '../../operations/person/erasure.ts';
import { transaction } from '../../platform/database/database.ts';
import {
  auditLog,
  calls,
  effects,
  recordingAnalyses,
  recordingComments,
  recordings,
  scorecardAnswers,
  scorecards,
  users,
} from '../../platform/database/schema.ts';
import { change, firstRow, userOf } from '../../testing/app/rows.ts';
import { openWholeApp } from '../../testing/app/whole-app.ts';
import { withDatabase } from '../../testing/database/database.ts';
import { synthesize, wavOf } from '../../testing/storage/speech.ts';
import { type TestWorld, testWorlds } from '../../testing/world/world.ts';

const SID = `RE${'f'.repeat(32)}`;
const WAV = wavOf([synthesize(6, [{ from: 0, to: 3 }]), synthesize(6, [{ from: 4, to: 5.5 }])]);

const YES_NO = { text: 'Introduced themselves?', kind: 'yes_no', weight: 1 } as const;
const RATING = { text: 'Listened?', kind: 'rating', weight: 3 } as const;
const TEXT = { text: 'Next step?', kind: 'text', weight: 9 } as const;

async function storeRecording(world: TestWorld, sid = SID, wav: Uint8Array = WAV) {
  world.provider.recordings.set(sid, wav);
  const { body } = await world.postLead({ phone_number: '+14155552700' });
  const callId = Number(body['call_id']);
  const form = { RecordingSid: sid, RecordingStatus: 'completed', RecordingDuration: '6' };
  await world.webhook(`/twilio/status/recording?call_id=${callId}`, form);
  await world.settle();
  const { id } = await firstRow(world.db.select().from(recordings).where(eq(recordings.provider_sid, sid)));
  return { callId, id };
}

withDatabase('the review of a call', (open) => {
  const start = testWorlds(open);

  async function setUp() {
    const world = await start();
    const { app, signIn } = await openWholeApp(world);
    const as = async (email: string) => {
      const headers = await signIn(email);
      return async (name: keyof typeof CONSOLE_REQUESTS, id: number, body?: object, query = '') => {
        const { method, path } = CONSOLE_REQUESTS[name];
        const response = await app.inject({
          method,
          url: path.replace(':id', String(id)) + query,
          headers,
          ...(body ? { payload: body } : {}),
        });
        // biome-ignore lint/suspicious/noExplicitAny: each test expects the fields that it reads
        return { status: response.statusCode, ...response.json<any>() };
      };
    };
    const audit = async () =>
      (await world.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)).map(
        ({ action, subject }) => `${action}, ${subject}`,
      )[0];
    return { world, db: world.db, as, audit, recording: await storeRecording(world) };
  }

  it('has what the audio says as soon as the recording is stored', async () => {
    const { as, recording } = await setUp();
    const supervisor = await as('supervisor@demo.test');
    const { review } = await supervisor('readCallReview', recording.callId);
    expect(review.recordings).toMatchObject([
      { id: recording.id, state: 'ready', analysis: { duration_ms: 6_000, talk: { turns: 2 } } },
    ]);
    const { agent, lead } = review.recordings[0].analysis.talk;
    // No leg has joined, so the outbound call's agent counts as the first.
    expect(Math.abs(agent.talk_ms - 3_000)).toBeLessThan(300);
    expect(Math.abs(lead.talk_ms - 1_500)).toBeLessThan(300);
  });

  it('of an older recording is computed when it is first read, and once', async () => {
    const { world, db, as, recording } = await setUp();
    await db.delete(recordingAnalyses);
    await db.delete(effects).where(eq(effects.kind, 'analyzeRecording'));
    const supervisor = await as('supervisor@demo.test');
    for (let reads = 0; reads < 2; reads += 1) {
      const { review } = await supervisor('readCallReview', recording.callId);
      expect(review.recordings).toEqual([{ id: recording.id, state: 'pending', analysis: null }]);
    }
    expect(await db.$count(effects, eq(effects.kind, 'analyzeRecording'))).toBe(1);
    await world.settle();
    const { review } = await supervisor('readCallReview', recording.callId);
    expect(review.recordings).toMatchObject([{ state: 'ready' }]);
  });

  it('says so if the audio can’t be read', async () => {
    const { world, as } = await setUp();
    const broken = await storeRecording(world, `RE${'e'.repeat(32)}`, Buffer.from('not audio'));
    const { review } = await (await as('supervisor@demo.test'))('readCallReview', broken.callId);
    expect(review.recordings.at(-1)).toEqual({ id: broken.id, state: 'none', analysis: null });
  });

  it('has comments, which only their author edits and administrators remove too', async () => {
    const { db, as, audit, recording } = await setUp();
    const [supervisor, admin] = [await as('supervisor@demo.test'), await as('admin@demo.test')];
    await supervisor('addRecordingComment', recording.id, { at_ms: 4_000, text: 'Later' });
    const added = await supervisor('addRecordingComment', recording.id, { at_ms: 2_000, text: ' Sooner ' });
    expect(added.review.comments).toMatchObject([
      { at_ms: 2_000, text: 'Sooner', recording_id: recording.id, edited_at: null },
      { at_ms: 4_000, text: 'Later' },
    ]);
    expect(await audit()).toBe(`comments add, call ${recording.callId}`);
    const { id } = added.review.comments[0];
    expect((await admin('changeRecordingComment', id, { text: 'Mine' })).status).toBe(403);
    const changed = await supervisor('changeRecordingComment', id, { text: 'Soon' });
    expect(changed.review.comments[0]).toMatchObject({ text: 'Soon', edited_at: expect.any(String) });
    const own = await admin('addRecordingComment', recording.id, { at_ms: 0, text: 'Admin’s' });
    expect((await supervisor('removeRecordingComment', own.review.comments[0].id)).status).toBe(403);
    expect((await admin('removeRecordingComment', id)).review.comments).toHaveLength(2);
    expect(await audit()).toBe(`comments remove, call ${recording.callId}`);
    expect((await db.select().from(auditLog)).filter(({ subject }) => /Soon|Later/.test(subject))).toEqual(
      [],
    );
    for (const body of [
      { at_ms: -1, text: 'x' },
      { at_ms: 1, text: ' ' },
      { at_ms: 1, text: 'x'.repeat(1_001) },
    ])
      expect((await supervisor('addRecordingComment', recording.id, body)).status).toBe(422);
  });

  it('takes at most 200 comments per recording', async () => {
    const { db, as, recording } = await setUp();
    const { id: user_id } = await userOf(db, 'supervisor@demo.test');
    const comment = { recording_id: recording.id, user_id, at_ms: 1, text: 'x' };
    await db.insert(recordingComments).values(Array.from({ length: 200 }, () => comment));
    const supervisor = await as('supervisor@demo.test');
    expect(await supervisor('addRecordingComment', recording.id, { at_ms: 1, text: 'x' })).toMatchObject({
      status: 422,
      code: 'tooManyComments',
    });
  });

  it('has a scorecard per reviewer, whose score follows the weights', async () => {
    const { as, audit, recording } = await setUp();
    const [supervisor, admin] = [await as('supervisor@demo.test'), await as('admin@demo.test')];
    const listed = async () => {
      const { has_scorecard, data } = await supervisor('listCalls', 0);
      return [has_scorecard, data.find(({ id }: { id: number }) => id === recording.callId).score];
    };
    expect(await listed()).toEqual([false, null]);
    const { questions } = await admin('changeScorecardQuestions', 0, { list: [YES_NO, RATING, TEXT] });
    expect(questions.list).toMatchObject([YES_NO, RATING, { ...TEXT, weight: 0 }]);
    expect(await audit()).toMatch(/^scorecard set, account 100: scorecard$/);
    const [yesNo, rating, text] = questions.list.map(({ id }: { id: number }) => id);
    const answers = [
      { question_id: yesNo, value: 1 },
      { question_id: rating, value: 4 },
      { question_id: text, text: 'Ask for it' },
    ];
    const saved = await supervisor('saveScorecard', recording.callId, { answers });
    // (1 × 1 + 3 × 0.75) / 4
    expect(saved.review.scorecards).toMatchObject([{ score: 81, answers: { length: 3 } }]);
    expect(await audit()).toBe(`scorecards set, call ${recording.callId}`);
    await admin('saveScorecard', recording.callId, { answers: [{ question_id: yesNo, value: 0 }] });
    const again = await supervisor('saveScorecard', recording.callId, {
      answers: [
        { question_id: rating, value: 5 },
        { question_id: text, text: '' },
      ],
    });
    expect(again.review.scorecards).toMatchObject([
      { score: 100, answers: [{ question_id: rating, value: 5, text: null }] },
      { score: 0 },
    ]);
    expect(await listed()).toEqual([true, 50]);
    const removed = await supervisor('saveScorecard', recording.callId, { answers: [] });
    expect(removed.review.scorecards).toMatchObject([{ score: 0 }]);
    expect(await audit()).toBe(`scorecards remove, call ${recording.callId}`);
    for (const wrong of [
      [{ question_id: 9_999, value: 1 }],
      [{ question_id: yesNo, value: 2 }],
      [{ question_id: rating, value: 0 }],
      [{ question_id: rating, text: 'good' }],
      [{ question_id: text, value: 1 }],
      [answers[0], answers[0]],
    ])
      expect(await supervisor('saveScorecard', recording.callId, { answers: wrong })).toMatchObject({
        status: 422,
        code: 'badScorecard',
      });
  });

  it('counts in the average of the call’s agent for 90 days', async () => {
    const { world, db, as, recording } = await setUp();
    const [supervisor, admin] = [await as('supervisor@demo.test'), await as('admin@demo.test')];
    const { id: agent_id } = await userOf(db, 'agent@demo.test');
    await change(db, calls, recording.callId, { agent_id });
    expect((await admin('readAgent', agent_id)).scores).toEqual({ count: 0, average: null });
    const { questions } = await admin('changeScorecardQuestions', 0, { list: [YES_NO, TEXT] });
    const [yesNo, text] = questions.list.map(({ id }: { id: number }) => id);
    const score = (by: typeof admin, answer: object) =>
      by('saveScorecard', recording.callId, { answers: [answer] });
    await score(supervisor, { question_id: yesNo, value: 1 });
    await score(admin, { question_id: text, text: 'Without a score' });
    expect((await admin('readAgent', agent_id)).scores).toEqual({ count: 1, average: 100 });
    await score(admin, { question_id: yesNo, value: 0 });
    expect((await admin('readAgent', agent_id)).scores).toEqual({ count: 2, average: 50 });
    const old = new Date(world.clock.now() - 91 * 24 * 3_600_000);
    await change(db, calls, recording.callId, { started_at: old });
    expect((await admin('readAgent', agent_id)).scores).toEqual({ count: 0, average: null });
  });

  it('keeps the words of a question that was answered', async () => {
    const { as, recording } = await setUp();
    const admin = await as('admin@demo.test');
    const { questions } = await admin('changeScorecardQuestions', 0, { list: [YES_NO, RATING] });
    const [yesNo, rating] = questions.list;
    await admin('saveScorecard', recording.callId, { answers: [{ question_id: yesNo.id, value: 1 }] });
    const other = { ...yesNo, text: 'Named the company?' };
    const { questions: changed } = await admin('changeScorecardQuestions', 0, {
      list: [{ ...rating, text: 'Listened well?' }, other].map(({ id, text, kind, weight }) => ({
        id,
        text,
        kind,
        weight,
      })),
      version: questions.version,
    });
    // Without answers, a question is renamed; the answered one is another question now.
    expect(changed.list).toMatchObject([{ id: rating.id, text: 'Listened well?' }, { text: other.text }]);
    expect(changed.list[1].id).not.toBe(yesNo.id);
    const { review } = await admin('readCallReview', recording.callId);
    expect(review.questions).toMatchObject([
      { text: 'Listened well?', retired: false },
      { text: other.text, retired: false },
      { id: yesNo.id, text: YES_NO.text, retired: true },
    ]);
    // The answer to a retired question can be saved again.
    const kept = { answers: [{ question_id: yesNo.id, value: 0 }] };
    expect((await admin('saveScorecard', recording.callId, kept)).review.scorecards).toMatchObject([
      { score: 0 },
    ]);
    await admin('changeScorecardQuestions', 0, { list: [] });
    expect((await admin('readCallReview', recording.callId)).review.questions).toMatchObject([
      { id: yesNo.id },
    ]);
    const stale = { list: [YES_NO], version: questions.version };
    expect((await admin('changeScorecardQuestions', 0, stale)).code).toBe('changedMeanwhile');
    for (const list of [[YES_NO, YES_NO], [{ ...YES_NO, id: 9_999 }], [{ ...RATING, id: yesNo.id }]])
      expect((await admin('changeScorecardQuestions', 0, { list })).code).toBe('badQuestions');
  });

  it('is closed to other accounts', async () => {
    const { db, as, recording } = await setUp();
    const [admin, other] = [await as('admin@demo.test'), await as('agent@200.test')];
    const { questions } = await admin('changeScorecardQuestions', 0, { list: [YES_NO] });
    const comment = await admin('addRecordingComment', recording.id, { at_ms: 0, text: 'Ours' });
    expect((await other('readCallReview', recording.callId)).status).toBe(403);
    await change(db, users, eq(users.email, 'agent@200.test'), { permissions: ['admin'] });
    const answers = [{ question_id: questions.list[0].id, value: 1 }];
    const [{ id: commentId }] = comment.review.comments;
    for (const [name, of, body] of [
      ['readCallReview', recording.callId, undefined],
      ['addRecordingComment', recording.id, { at_ms: 0, text: 'Theirs' }],
      ['changeRecordingComment', commentId, { text: 'Theirs' }],
      ['removeRecordingComment', commentId, undefined],
      ['saveScorecard', recording.callId, { answers }],
    ] as const)
      expect([name, (await other(name, of, body)).status]).toEqual([name, 404]);
    expect((await other('readScorecardQuestions', 0)).questions.list).toEqual([]);
    expect(
      (await other('changeScorecardQuestions', 0, { list: [{ ...YES_NO, id: questions.list[0].id }] })).code,
    ).toBe('badQuestions');
  });

  it('is deleted with the recording', async () => {
    const { db, as, recording } = await setUp();
    const admin = await as('admin@demo.test');
    const { questions } = await admin('changeScorecardQuestions', 0, { list: [YES_NO] });
    await admin('addRecordingComment', recording.id, { at_ms: 0, text: 'Ada said yes' });
    await admin('saveScorecard', recording.callId, {
      answers: [{ question_id: questions.list[0].id, value: 1 }],
    });
    const rows = await db.select().from(recordings).where(eq(recordings.id, recording.id));
    await transaction(db, (tx) => deleteRecordings(tx, rows, new Date()));
    for (const table of [recordingAnalyses, recordingComments, scorecards, scorecardAnswers])
      expect(await db.$count(table)).toBe(0);
    const unscored = await admin('saveScorecard', recording.callId, {
      answers: [{ question_id: questions.list[0].id, value: 1 }],
    });
    expect(unscored.code).toBe('badScorecard');
  });

  it('leaves plays out of the changes in the audit log, and changes out of the plays', async () => {
    const { db, as, recording } = await setUp();
    const admin = await as('admin@demo.test');
    await admin('addRecordingComment', recording.id, { at_ms: 0, text: 'One' });
    await db.insert(auditLog).values({
      account_id: 100,
      action: 'recording.played',
      subject: `recording ${recording.id}: call ${recording.callId}`,
    });
    const actions = async (kind: string) =>
      new Set(
        (await admin('listAuditLog', 0, undefined, `?kind=${kind}`)).data.map(
          ({ action }: { action: string }) => action,
        ),
      );
    expect([...(await actions('plays'))]).toEqual(['recording.played']);
    expect(await actions('changes')).toContain('comments add');
    expect(await actions('changes')).not.toContain('recording.played');
  });
});
