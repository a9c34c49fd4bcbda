import { describe, expect, it } from 'vitest';
import { approvalNeeded, lintContract } from '../../../../src/core/rules/contract/lint-contract.ts';
import type { Check } from '../../../../src/core/schema/check.ts';
import type { Contract, Criterion } from '../../../../src/core/schema/contract.ts';
import { assembled, GUARD } from './assemble-contract-sample.ts';

const NO_REVIEWER = { review: null };
const BODY = 'It must print JSON. It must not print XML.';
const { contract: GOOD } = assembled(
  {
    acceptance: [
      {
        statement: 'It prints JSON',
        quote: 'It must print JSON.',
        expectation: 'becomes-true',
        checks: [],
      },
    ],
    inScope: [{ text: 'the CLI', globs: ['src/cli/**'] }],
  },
  { body: BODY },
);
const [CRITERION] = GOOD.acceptance as [Criterion];
const own = (more: Partial<Check>): Check =>
  ({ ...GUARD, id: 'CK-2', origin: 'model', ...more }) as Check;
const withCriterion = (more: Partial<Criterion>): Contract => ({
  ...GOOD,
  acceptance: [{ ...CRITERION, ...more }],
});
const found = (contract: Contract) =>
  lintContract(contract, NO_REVIEWER).map((f) => `${f.rule} ${f.place} ${f.severity}`);

it('a good contract has no findings and needs nobody’s approval', () => {
  expect(lintContract(GOOD, NO_REVIEWER)).toEqual([]);
  expect(approvalNeeded(GOOD, [], { approval: 'when-incomplete' })).toEqual([]);
});

describe('each rule', () => {
  it.each([
    ['no criterion', { ...GOOD, acceptance: [] }, 'no-criterion acceptance blocks'],
    ['no active criterion', withCriterion({ status: 'retired' }), 'no-criterion acceptance blocks'],
    ['no check', withCriterion({ checks: [] }), 'no-check AC-1 blocks'],
    ['an assumption', withCriterion({ source: null }), 'assumption AC-1 asks'],
    ...[
      'It is fast',
      'Errors have meaningful messages',
      'It degrades gracefully',
      'The page is production-ready',
      'Die Oberfläche ist benutzerfreundlich',
      'Les messages sont appropriés',
      'La pantalla es más sencillo de leer',
      'It retries reliably',
      'Die Liste wird bei Bedarf neu geladen',
      'Der Dienst arbeitet zuverlässig',
      'Die Antwort kommt möglichst früh',
      'Die Meldung ist schön',
      'La page se recharge si nécessaire',
      'Le service est robuste',
      'La page répond rapidement',
      'El servicio es robusto',
      'Los errores se muestran correctamente',
      'La lista se recarga si procede',
      'Os erros são tratados corretamente',
      'A lista é recarregada se necessário',
    ].map((statement) => [statement, withCriterion({ statement }), 'unverifiable AC-1 asks']),
    [
      'a reviewer alone',
      withCriterion({
        checks: [{ kind: 'review', id: 'CK-1', why: 'x', origin: 'discovered', question: 'ok?' }],
      }),
      'only-reviewed AC-1 asks',
    ],
    [
      'a command from the issue',
      withCriterion({ checks: [own({ origin: 'issue' })] }),
      'command-from-issue AC-1, CK-2 asks',
    ],
    [
      'a check that needs the network',
      withCriterion({ checks: [own({ argv: ['curl', 'https://x.y'] } as object)] }),
      'needs-network AC-1, CK-2 asks',
    ],
    [
      'a check that needs a credential',
      withCriterion({ checks: [own({ argv: ['node', 'x.js', '--api-key', 'k'] } as object)] }),
      'needs-secrets AC-1, CK-2 asks',
    ],
    ...[
      'The column is dropped: drop the column `legacy` of the table',
      'Delete all old records',
      'A data migration moves the names',
      'It is deployed to production',
      'Publish the package to npm',
      'Release the package on PyPI',
      'Tag a release',
      'Backfill the old records',
      'Deploy the new version',
      'Veröffentliche auf npm',
      'Das Paket wird auf npm veröffentlicht',
      'Rolle die neue Version aus',
      'Die Tabelle `users` löschen',
      'Publier sur npm',
      'Supprimer la table `users`',
      'Le service est déployé en production',
      'Desplegar en producción',
      'Borrar los registros antiguos',
      'Publicar no npm',
      'Apagar a tabela de usuários',
      'データ移行を行う',
      '删除数据',
    ].map((statement) => [
      statement,
      withCriterion({ statement }),
      'irreversible-without-stop-rule AC-1 asks',
    ]),
    [
      'two numbers for one thing',
      {
        ...GOOD,
        acceptance: [
          { ...CRITERION, statement: 'The timeout is 30 seconds' },
          { ...CRITERION, id: 'AC-2', statement: 'The timeout must be 60 seconds.' },
        ],
      },
      'contradiction AC-1, AC-2 asks',
    ],
    [
      'a check that proves nothing',
      withCriterion({ checks: [own({ argv: ['true'] } as object)] }),
      'proves-nothing AC-1, CK-2 blocks',
    ],
    [
      'a check that passes without tests',
      withCriterion({ checks: [own({ minimumTests: 0 } as object)] }),
      'zero-tests AC-1, CK-2 hint',
    ],
    ['no scope', { ...GOOD, inScope: [] }, 'empty-scope inScope hint'],
    [
      'a scope of everything',
      { ...GOOD, inScope: [{ text: 'all', globs: ['**'] }] },
      'wide-scope inScope hint',
    ],
    [
      'a stop rule that nothing notices',
      {
        ...GOOD,
        stopRules: [{ id: 'SR-9', text: 'x', detector: { kind: 'review', question: 'x?' } }],
      },
      'stop-rule-without-detector SR-9 asks',
    ],
    [
      'an open question that blocks',
      {
        ...GOOD,
        openQuestions: [
          { id: 'Q-1', text: 'Colour?', alternatives: [], blocking: true, decision: null },
        ],
      },
      'open-question Q-1 blocks',
    ],
    [
      'a contradiction',
      {
        ...GOOD,
        acceptance: [
          { ...CRITERION, statement: 'It must print XML.' },
          { ...CRITERION, id: 'AC-2', statement: 'It must not print XML' },
        ],
      },
      'contradiction AC-1, AC-2 blocks',
    ],
  ] as [string, Contract, string][])('%s', (_, contract, finding) =>
    expect(found(contract)).toEqual([finding]),
  );

  it('a stop rule that a reviewer watches for needs nobody else', () => {
    const detector = { kind: 'review' as const, question: 'x?' };
    const contract = { ...GOOD, stopRules: [{ id: 'SR-9', text: 'x', detector }] };
    expect(lintContract(contract, { review: 'anthropic/some' })).toEqual([]);
  });

  it('vague words with a check of their own are the check’s matter', () =>
    expect(found(withCriterion({ statement: 'It is fast', checks: [own({})] }))).toEqual([]));

  it('an irreversible step with a stop rule of its own is fine', () => {
    const detector = { kind: 'path-touched' as const, globs: ['db/**'] };
    const contract = withCriterion({ statement: 'A data migration moves the names' });
    expect(
      found({ ...contract, stopRules: [{ id: 'SR-3', text: 'Stop at `db/**`', detector }] }),
    ).toEqual([]);
  });

  it.each([
    'Drop the flag',
    'Tag the image with its size',
    'Release notes are shown',
    'Deploy keys are listed',
    'It deletes the file',
    'Remove the badge',
    'Users can delete their account data',
    "On clicking 'Delete' the user should confirm first",
    '`POST /oauth/revoke` accepts the token',
    'The deploy script prints its version',
    'Das Paket ist schon installiert',
    'Le bouton publier est visible',
    'La página muestra los registros borrados',
  ])('nothing irreversible: %s', (statement) =>
    expect(found(withCriterion({ statement }))).toEqual([]),
  );

  it.each([
    'Ein Knopf `schnell` ist sichtbar',
    'It prints "etc"',
    'Er ist schon da',
    'It is consistent with the page before',
    'La liste est triée par nom',
  ])('nothing vague: %s', (statement) => expect(found(withCriterion({ statement }))).toEqual([]));

  it('numbers in code or tables are examples', () => {
    const rows = ['| a | 1 | 2 |', '| a | 1 | 3 |', '`f(1)` is 2', '`f(2)` is 3'];
    const acceptance = rows.map((statement, at) => ({
      ...CRITERION,
      id: `AC-${at + 1}`,
      statement,
    }));
    expect(found({ ...GOOD, acceptance })).toEqual([]);
  });

  it('a question that was decided is none', () => {
    const by = { id: 1, login: 'mona', kind: 'person' as const };
    const decision = { choice: 'red', by, at: '2026-01-01T00:00:00Z' };
    const openQuestions = [
      { id: 'Q-1', text: 'Colour?', alternatives: [], blocking: true, decision },
    ];
    expect(found({ ...GOOD, openQuestions })).toEqual([]);
  });

  it('says how to mend each', () => {
    for (const finding of lintContract({ ...GOOD, acceptance: [], inScope: [] }, NO_REVIEWER))
      expect(finding.mend.length).toBeGreaterThan(10);
  });
});

describe('approvalNeeded', () => {
  const contract = withCriterion({ source: null, checks: [own({ origin: 'issue' })] });
  const reasons = (approval: 'required' | 'when-incomplete' | 'never', c = contract) =>
    approvalNeeded(c, lintContract(c, NO_REVIEWER), { approval }).map(
      (reason) => reason.split(':')[0],
    );
  it('when incomplete: for every finding but hints', () =>
    expect(reasons('when-incomplete')).toEqual(['AC-1', 'AC-1, CK-2']));
  it('never: still for a command from the issue', () =>
    expect(reasons('never')).toEqual(['AC-1, CK-2']));
  it('never: still for criteria of which one denies the other', () => {
    const acceptance = ['It must print XML.', 'It must not print XML'].map((statement, at) => ({
      ...CRITERION,
      id: `AC-${at + 1}`,
      statement,
    }));
    expect(reasons('never', { ...GOOD, acceptance })).toEqual(['AC-1, AC-2']);
  });
  it('required: always', () => {
    expect(reasons('required', GOOD)).toHaveLength(1);
    expect(reasons('required')).toHaveLength(3);
  });
});
