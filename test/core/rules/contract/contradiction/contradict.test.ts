import { describe, expect, it } from 'vitest';
import { claimOf } from '../../../../../src/core/rules/contract/contradiction/claim.ts';
import { contradict } from '../../../../../src/core/rules/contract/contradiction/contradict.ts';
import { amendContract } from '../../../../../src/core/rules/reconcile/amend-contract.ts';
import { conflictOf } from '../../../../../src/core/rules/reconcile/amend-contract-conflict.ts';
import { AmendmentDraft } from '../../../../../src/core/schema/draft.ts';
import {
  comment,
  contract,
  MAYA,
  NO_APPROVAL,
  observation,
  snapshotOf,
} from '../../../../support/task.ts';

const found = (a: string, b: string) => contradict(claimOf(a), claimOf(b));

describe('two sentences cannot both hold', () => {
  it.each([
    ['The link must be valid for 30 minutes.', 'The link must be valid for 60 minutes.'],
    ['It must print colours.', 'It must not print colours.'],
    ['Colours are enabled by default.', 'Colours should be disabled by default.'],
    ['It must accept unknown keys.', 'It must reject unknown keys'],
    ['The flag is called `--json`.', 'The flag must be called `--format`.'],
    ['Sort ascending.', 'Sort descending, please.'],
    // What was there stays, or goes.
    ['Drop support for Node 18', 'Keep supporting Node 18'],
    ['Support for `xml` is removed.', '`xml` must still be supported.'],
    ['The key `colour` must be kept', 'Delete the key `colour`'],
    ['The old endpoint is no longer supported', 'The old endpoint must still be supported'],
    // How it runs.
    ['The export runs synchronously.', 'The export must run asynchronously.'],
    ['The export is sync', 'The export is async'],
    // What is let in.
    ['Empty names are allowed', 'Empty names are forbidden'],
    ['The parser accepts tabs', 'The parser must refuse tabs.'],
    ['Guests may delete files.', 'Guests must not delete files.'],
    // How much.
    ['A password has at least 12 characters', 'A password has at most 8 characters'],
    ['At least 5 retries are made', 'No more than 3 retries are made'],
    ['A name has at least 3 characters', 'A name has at least 5 characters'],
    ['Exactly 4 workers start', 'At most 2 workers start'],
    ['A name has 3 or more characters', 'A name has at most 2 characters'],
    ['The timeout is 30 s', 'The timeout must be 60 seconds.'],
    ['The timeout is 30 s', 'The timeout is 1 minute'],
    ['It exits with code 2', 'It exits with code 3'],
    ['The timeout of `fetch` is 30 s', 'The timeout of `fetch` is 60 s'],
    // Defaults.
    ['`--level` defaults to `info`', '`--level` defaults to `warn`'],
    ['The default for `--level` is `info`.', '`--level` must default to warn'],
    ['The format is json by default', 'The default format is text'],
    ['Folders come first, then files', 'All in one list, folders are not treated specially'],
    // German, French, Spanish, Portuguese.
    ['Der Schlüssel `farbe` wird entfernt', 'Der Schlüssel `farbe` muss erhalten bleiben'],
    ['Leere Namen sind erlaubt', 'Leere Namen sind verboten'],
    ['Der Export läuft synchron', 'Der Export läuft asynchron'],
    ['Ein Name hat mindestens 5 Zeichen', 'Ein Name hat höchstens 3 Zeichen'],
    ['Der Wert darf nicht leer sein', 'Der Wert darf leer sein'],
    ['Standardwert von `stufe` ist info', '`stufe` ist standardmäßig warn'],
    ['Das Zeitlimit beträgt 30 Sekunden', 'Das Zeitlimit beträgt 60 Sekunden'],
    ['Les noms vides sont acceptés', 'Les noms vides sont refusés'],
    ['La clé `couleur` doit être conservée', 'La clé `couleur` doit être supprimée'],
    ['La liste ne doit pas être triée', 'La liste doit être triée'],
    ['Au moins 5 tentatives', 'Au plus 3 tentatives'],
    ['`niveau` vaut info par défaut', '`niveau` vaut warn par défaut'],
    ['Los nombres vacíos se aceptan', 'Los nombres vacíos se rechazan'],
    ['Mantener la opción `xml`', 'Eliminar la opción `xml`'],
    ['Como mínimo 5 intentos', 'Como máximo 3 intentos'],
    ['El límite es 30 segundos', 'El límite es 60 segundos'],
    ['Nomes vazios são permitidos', 'Nomes vazios são proibidos'],
    ['Manter a opção `xml`', 'Remover a opção `xml`'],
    ['Pelo menos 5 tentativas', 'No máximo 3 tentativas'],
    ['A exportação deve ser síncrona', 'A exportação deve ser assíncrona'],
  ])('%s / %s', (a, b) => {
    expect(found(a, b)).not.toBeNull();
    expect(found(b, a)).not.toBeNull();
    expect(found(a, a)).toBeNull();
    expect(found(b, b)).toBeNull();
  });

  it.each([
    ['It must print colours.', 'It must not print colours.', true],
    ['It must print colours.', 'It must never print colours.', true],
    ['Empty names are allowed', 'Empty names are forbidden', false],
    ['The timeout is 30 s', 'The timeout is 60 s', false],
    ['Colours are not printed', 'It prints no colours', false],
  ])('for certain only where one denies the other in the same words: %s / %s', (a, b, certain) =>
    expect(found(a, b)?.certain ?? false).toBe(certain),
  );
});

describe('they agree, or speak of something else', () => {
  it.each([
    ['It must print colours.', 'It must print names.'],
    ['The link must be valid for 30 minutes.', 'The session must be valid for 60 minutes.'],
    ['Show the name.', 'Show the name and the age.'],
    ['5', '7'],
    ['', ''],
    ['It must not print colours.', 'It must never print colours.'],
    ['Node 18 is supported', 'Node 20 is supported'],
    ['Support Python 3.11', 'Drop Python 3.8'],
    ['Valid tokens are accepted', 'Invalid tokens are rejected'],
    ['Files up to 10 MB are accepted', 'Files over 10 MB are rejected'],
    ['Status 200 is accepted', 'Status 500 is rejected'],
    ['Colours are enabled by default', 'Colours can be disabled'],
    ['The output is coloured with `--colour`', 'The output is not coloured without `--colour`'],
    ['With `--json` the exit code is 0', 'Without `--json` the exit code is 0'],
    ['Without `--force` it refuses', 'With `--force` it accepts'],
    ['A comes before B', 'B comes after A'],
    ['When 0 rows match it prints nothing', 'When 1 row matches it prints nothing'],
    ['With 1 item the page shows a hint', 'With 3 items the page shows a hint'],
    ['Wait 5 minutes after 3 attempts', 'Wait 30 minutes after 10 attempts'],
    ['At least 3 retries are made', 'At most 5 retries are made'],
    ['The timeout is 60 s', 'The timeout is 1 minute'],
    ['`f(1)` is 2', '`f(2)` is 3'],
    ['Defaults to 300 seconds.', 'Defaults to 10 minutes.'],
    ['Step 1 is shown', 'Step 2 is shown'],
    ['`--level` defaults to `info`', '`--colour` defaults to `auto`'],
    ['`--level` defaults to info in CI', '`--level` defaults to warn at home'],
    ['Folders come first', 'Links are not treated specially'],
    ['Gültige Tokens werden akzeptiert', 'Ungültige Tokens werden abgelehnt'],
    ['Node 18 wird unterstützt', 'Node 20 wird unterstützt'],
    ['Die Liste ist sortiert', 'Die Liste ist filterbar'],
    ['Les noms sont acceptés', 'Les mots de passe sont refusés'],
  ])('%s / %s', (a, b) => {
    expect(found(a, b)).toBeNull();
    expect(found(b, a)).toBeNull();
  });

  it('reads hostile words in one go', () => {
    for (const part of ['no more than 5 ', '"', '`', 'is by default ', 'not ', '¤', 'e\u0301'])
      expect(found(part.repeat(50_000), part.repeat(50_000))).toBeNull();
  });
});

describe('two amendments', () => {
  const words = [
    'The link must be valid for 30 minutes.',
    'The link must be valid for 60 minutes.',
  ];
  const snapshot = snapshotOf(
    observation({ comments: words.map((body, n) => comment(7 + n, MAYA, body)) }),
  );
  const amend = (before: ReturnType<typeof contract>, n: number) =>
    amendContract({
      contract: before,
      draft: AmendmentDraft.parse({
        outcome: 'amendment',
        reason: 'asked for',
        quote: words[n],
        add: [{ statement: words[n], quote: words[n], expectation: 'becomes-true', checks: [] }],
      }),
      by: MAYA,
      source: `comment:issue:${7 + n}`,
      snapshot,
      guardChecks: [],
      configuration: NO_APPROVAL,
    });

  it('that cannot both hold are handed back, both quoted, with a way to choose either', () => {
    const first = amend(contract(), 0);
    const second = amend(first.contract, 1);
    const handback = conflictOf(first.contract, second.contract, [first.amendment]);
    expect(handback?.found).toContain(words[0]);
    expect(handback?.found).toContain(words[1]);
    expect(handback?.alternatives).toHaveLength(2);
    expect(handback?.alternatives[1]).toContain(`: ${words[1]}`);
  });

  it('a first amendment may go against the issue: that is what it is for', () => {
    const only = amend(contract(), 0);
    expect(conflictOf(contract(), only.contract, [])).toBeNull();
  });
});
