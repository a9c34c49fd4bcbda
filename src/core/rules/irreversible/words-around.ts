const listed = (...lines: string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Before the verb of an order. */
export const COURTESY = listed(
  'please we you should must need needs to will finally also then and',
  'bitte dann und die den das der neue veuillez merci de puis et ensuite por favor luego y depois e',
);

/** “Deploy script”, “Delete branch button”: code with such a name, or a symptom of it, not the act. */
export const THINGS = listed(
  'script scripts button buttons workflow workflows docs page pages job jobs command commands config option options endpoint dialog menu function method handler form test tests query notes feature flag does fails is shows crashes keys',
);

/** Writing the code or a test of such a thing is not doing it. */
export const WRITING = listed(
  'add write create draft document describe test cover implement define generate extend fix refactor rename update review read inspect verify check plan design',
  'schreibe schreiben erganze erganzen dokumentiere dokumentieren teste testen prufe prufen implementiere implementieren',
  'ecrire ajouter documenter tester verifier corriger implementer',
  'escribir anadir agregar documentar probar verificar corregir implementar',
  'escrever adicionar testar corrigir',
);
