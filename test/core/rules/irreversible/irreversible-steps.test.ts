import { describe, expect, it } from 'vitest';
import { irreversibleSteps } from '../../../../src/core/rules/irreversible/irreversible-steps.ts';
import type { Plan } from '../../../../src/core/schema/plan.ts';

const plan = (content: string, status: Plan['items'][number]['status'] = 'pending'): Plan => ({
  version: 1,
  contractVersion: 1,
  items: [{ id: '1', content, status, evidence: null, parent: null }],
  reasonForReplan: null,
  acceptanceChanged: false,
});

describe('steps that cannot be undone', () => {
  it.each([
    'Run the migration on production',
    'Apply pending migrations',
    'Migrate the users table to the new schema',
    'Drop the legacy columns of the accounts table',
    'Delete customer data older than a year',
    'Deploy to staging',
    'Roll out the change',
    'kubectl apply the manifest',
    'npm publish',
    'Publish the package to npm',
    'Create a release',
    'Push the tag',
    'Force-push the branch',
    'Rotate the signing keys',
    'Send an e-mail to all users',
    'Refund the customers',
    'Write the migration and run it, then apply migrations',
    'Once it is green, deploy the new version',
    'Release the package on npm',
    'Führe die Migration auf der Datenbank aus',
    'Lösche die Spalte `name` der Tabelle',
    'Veröffentliche auf npm',
    'Danach in Produktion ausrollen',
    'Exécuter les migrations',
    'Publier sur npm',
    'Déployer la nouvelle version en production',
    'Ejecutar la migración',
    'Desplegar en producción',
    'Executar a migração',
    'Publicar o pacote no npm',
    '部署到生产环境',
  ])('%s', (content) => expect(irreversibleSteps(plan(content))).toHaveLength(1));

  it.each([
    'Add the --json flag',
    'Remove the unused import',
    'Delete the dead branch of the switch',
    'Write a migration for the users table',
    'Add a test for the deploy script',
    'Implement the delete endpoint for user accounts',
    'Document how to publish the package',
    'Run the tests',
    'Rename the column header in the table view',
    'Add a command that locks and drops tables',
    'Schreibe eine Migration für die Tabelle',
    'Teste die Veröffentlichung auf npm',
    'Écrire une migration pour la table',
    'Escribir una prueba del despliegue',
  ])('an ordinary step: %s', (content) => expect(irreversibleSteps(plan(content))).toEqual([]));

  it.each(['completed', 'cancelled'] as const)('none that is %s', (status) =>
    expect(irreversibleSteps(plan('Deploy it', status))).toEqual([]),
  );

  it('takes hostile words in its stride', () =>
    expect(irreversibleSteps(plan('run '.repeat(120)))).toEqual([]));
});
