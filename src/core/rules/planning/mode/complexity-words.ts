/** Words of one language table, accents stripped, lower case. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/** Verbs that ask for an action (seeds/2); English base forms, Portuguese infinitives and imperatives. */
export const ACTION_VERBS = words(`
  implement add create fix refactor write test deploy build run update remove delete rename move replace extract
  migrate install configure integrate optimize optimise design redesign rewrite generate change convert document
  validate split merge support handle introduce upgrade verify ensure publish release
  implementar implemente adicionar adicione criar crie corrigir corrija escrever escreva refatorar refatore testar teste
  implantar implante construir construa rodar rode executar execute atualizar atualize remover remova apagar apague
  renomear renomeie mover mova substituir substitua extrair extraia migrar migre instalar instale configurar configure
  integrar integre otimizar otimize gerar gere alterar altere mudar mude converter converta documentar documente
  validar valide dividir divida publicar publique reescrever reescreva projetar redesenhar garantir garanta
`);

/** Behind one of these a verb is a noun: "the build", "o teste". */
export const BEFORE_NOUNS = words(
  'the a an this that these those each every o os um uma de do da no na of',
);

/** Words that put one step behind another. */
export const SEQUENCERS = words(`
  then after afterwards finally lastly subsequently depois seguida fim apos finalmente entao
`);

/** Verbs that reshape what is there rather than add to it. */
export const RESHAPING = words(`
  redesign rearchitect rewrite migrate overhaul restructure modernize modernise replace port unify
  redesenhar redesenhe reescrever reescreva migrar migre reestruturar reestruture modernizar substituir substitua unificar
`);

/** Words that reach over everything. */
export const SWEEPING = words(`
  whole entire all every across throughout everywhere
  todo todos toda todas inteiro inteira inteiros inteiras completo completa
`);

/** Nouns for parts of a system. */
export const PARTS = words(`
  service services subsystem subsystems modules packages components architecture layers apps applications platform
  repositories backends clients endpoints
  servico servicos subsistema subsistemas modulos pacotes componentes arquitetura camadas aplicativos plataforma
`);

/** Endings of file names that count as artefacts. */
export const FILE_ENDINGS = words(`
  go ts tsx mts cts js jsx mjs cjs py rb rs java kt kts swift c h cc cpp hpp cs php scala clj ex exs erl lua pl r sh bash
  md mdx rst txt yaml yml toml json jsonc xml html css scss sql proto graphql tf gradle ini cfg env vue svelte ipynb
`);

export const FILE_NAMES = words(
  'dockerfile makefile rakefile gemfile procfile jenkinsfile justfile cmakelists.txt',
);

/** Products whose names look like files. */
export const NOT_FILES = words(
  'node.js next.js vue.js nuxt.js three.js d3.js express.js react.js ember.js moment.js',
);

/** Programs whose first argument is a command, not a verb of the task: "go test". */
export const PROGRAMS = words(
  'go npm pnpm yarn bun npx cargo make mvn gradle dotnet poetry tox mix rake',
);
