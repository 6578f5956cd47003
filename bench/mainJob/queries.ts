/** A question as a person would put it, and the end of the path of a note that answers it. */
export interface Query {
  readonly language: 'en' | 'pt';
  readonly words: string;
  readonly answer: string;
}

/** Those whose answer was imported are asked. Accents are left out now and then, as people do. */
export const queries: readonly Query[] = [
  { language: 'en', words: 'rules of ownership', answer: 'rust-book/src/ch04-01-what-is-ownership.md' },
  {
    language: 'en',
    words: 'mutable references borrowing',
    answer: 'src/ch04-02-references-and-borrowing.md',
  },
  {
    language: 'en',
    words: 'unrecoverable errors with panic',
    answer: 'src/ch09-01-unrecoverable-errors-with-panic.md',
  },
  { language: 'en', words: 'lifetime annotation syntax', answer: 'src/ch10-03-lifetime-syntax.md' },
  {
    language: 'en',
    words: 'message passing between threads with channels',
    answer: 'src/ch16-02-message-passing.md',
  },
  { language: 'en', words: 'Rc<T> reference counted', answer: 'src/ch15-04-rc.md' },
  { language: 'en', words: 'publishing a crate', answer: 'src/ch14-02-publishing-to-crates-io.md' },
  { language: 'pt', words: 'sincronizando com efeitos', answer: 'learn/synchronizing-with-effects.md' },
  {
    language: 'pt',
    words: 'como compartilhar state entre componentes',
    answer: 'learn/sharing-state-between-components.md',
  },
  { language: 'pt', words: 'renderizacao condicional', answer: 'learn/conditional-rendering.md' },
  {
    language: 'pt',
    words: 'talvez voce nao precise de um effect',
    answer: 'learn/you-might-not-need-an-effect.md',
  },
  { language: 'pt', words: 'atualizando arrays no state', answer: 'learn/updating-arrays-in-state.md' },
  { language: 'pt', words: 'jogo da velha', answer: 'learn/tutorial-tic-tac-toe.md' },
  { language: 'pt', words: 'instalação', answer: 'learn/installation.md' },
  { language: 'en', words: 'overloaded drums', answer: 'sample/en/Roasting log.md' },
  { language: 'en', words: 'beetle holes in beans', answer: 'sample/en/guides/Green coffee storage.md' },
  { language: 'en', words: 'invoice held at the border', answer: 'sample/en/guides/Customs papers.md' },
  { language: 'pt', words: 'adubacao organica', answer: 'sample/pt/guias/Poda e adubação.md' },
  { language: 'pt', words: 'grão fermentado no terreiro', answer: 'sample/pt/Colheita de maio.md' },
  { language: 'pt', words: 'decisões dos cooperados', answer: 'sample/pt/Ata da assembleia.md' },
];
