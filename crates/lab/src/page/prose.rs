//! The prose of the page and its parts. It must not contain measured figures.

pub const HEAD: &str = "\
# Results

Conclusions first, tables behind them. `lab results crates/lab/data/*.jsonl.gz` makes this page from
raw results that are kept in the repository; no figure of ours was typed by hand.

**How to read it.** The measurements were made in November 2026 on a virtual machine with two
processors that also did other work. Trials and sizes are exact: a second run gives the same ones.
Seconds are rough, and time limits ended runs earlier than they would on an idle machine; where the
papers report time, trials are compared here. Sizes are tokens as dwindle counts them: each word and
each other symbol is one. *Trials* are runs of the test: answers from memory and candidates that a gate
refused are not counted. A ratio below 1 means fewer than the reference. p-values are of two-sided
Wilcoxon signed-rank tests on the logarithms of ratios; means are geometric; † marks runs that a limit
stopped.

**What was used for tuning.** The order of passes in `auto` and the constants of `split-adaptive` and
`treesplit` were chosen on the real bugs below. Read the tables of [real bugs](#real-bugs) and
[other reducers](#other-reducers) with that in mind.
";

pub const CLAIMS: &str = "\
## What the papers claim

*reproduced*: the difference has the sign that the paper reports, is significant (p < 0.05) and at least
half as large; or the paper found no difference, and neither is there a significant one here. *in
direction*: only the sign is the same; or the paper found no difference, and there is a significant one
of less than 5 %. *not*: neither. *open*: fewer than six cases, too few for significance. The cases of a
row are all synthetic ones on which both of its searches were measured.
";

pub const WHY: &str = "\
What differs, and why:

- **Sizes on synthetic oracles hardly depend on the list search.** These oracles need the same tokens
  whatever else is removed, so all searches that run to a fixpoint end with nearly the same result. The
  papers' large differences in size come from runs that were stopped after three hours: the ProbDD
  paper's ddmin did not end on most inputs; ours ended wherever it was measured. Stopped early, it is
  far behind here too: see the sizes over trials.
- **Trials are not time.** A search that removes much in its first trials runs its later ones on small
  inputs. This is why the WDD paper's gains in time are larger than its gains in tests. Our trials
  correspond to the tests.
- **The needed tokens are few here.** On C the oracle needs three statements, and nearly every heavy
  function can be removed. Even so, HDD deletes heavier nodes less often, as in the paper, where the
  correlation is stronger. In Perses on C the correlation has the opposite sign; the reason was not
  investigated.
- **CHISEL** removes only whole declarations and statements, and runs few trials. So there is less to
  save than in HDD, as in the paper, and its results are larger.
- **ActiveCoarsen** removes units drawn at random, at a rate that adapts to the answers; here that is as
  good as a prior that fits. The ProbDD paper used its default setting.
- **Candidates that the syntax refuses, and repeated ones, are not trials here.** Dwindle's HDD keeps
  separators, replaces what the grammar requires by its shortest text and remembers every answer. So
  ddmin runs fewer useless trials, and there is less to gain over it.
";

pub const SYNTHETIC: &str = "\
## What was measured

The synthetic cases are inputs of the papers' C benchmarks and generated JSON, XML and lists, with two
oracles in the place of the compilers of their time:

- *known*: the candidate parses, and has all tokens of the published reduced version in their order. For
  generated inputs, three records chosen at random take the place of that version.
- *crime*: the candidate parses, three statements that were chosen at random from nested places are still
  in their functions, and every name that is used is declared. For generated inputs: three records and
  the names that they use.

The needed tokens never change, and names are the only dependencies: these oracles serve to count
trials, they do not imitate a compiler. On all C inputs but crime/clang-27747/1, the largest, every
search ran to its end. Generated inputs have 20 to 150 records in a random tree, each using up to two
names of earlier ones.
";

pub const ALL_PAPERS: &str = "\
# The papers' tables and figures

Made by `lab results`, like [the results](../results.md), which say what the words mean.
";

pub const BESIDE: &str = "\
## The papers' tables, ours beside theirs

Theirs: the real bug, with sizes as their tokenizers count. Ours: an oracle *crime* on the same input. Do
not compare absolute figures of the two; compare the ratios between searches. – : not measured, or not
ended within the paper's three hours.
";

pub const QUERIES: &str = "\
## What ddmin asks (CDD, Fig. 2)

Queries of all ddmin searches within HDD; a query that a search repeats counts once. *complement* keeps
a subset that is smaller than half of the list and removes everything else; *revisit* removes a subset
whose removal was tried before, when more was left; *other* removes a subset for the first time.
";

pub const MINIMALITY: &str = "\
## Results that are not 1-minimal (CDD, section IV-G)

When a list search inside HDD had ended, each unit that it left was tried alone, until none could go.
`ddmin` is the control: its results are 1-minimal by construction.
";

pub const CORRELATION: &str = "\
## Weight and deletion (WDD, Fig. 4)

Spearman's rho between the weight of list elements and the share of elements of that weight that ddmin
removed: the mean over all ddmin searches of a reduction, then the mean over cases.
";

pub const SWEEP: &str = "\
## The prior (ProbDD, research question 2)

Geometric means of sizes and trials in HDD with priors from 0.01 to 0.3. The paper says that the prior
has little influence and that ProbDD beats ddmin with all of them.
";

pub const SIMULATION: &str = "\
## The simulation of the WDD paper (section IV-D, Fig. 3)

Lists of 2 to 1,000 elements that weigh 1 to 10 tokens on average; all searches work from the start, as
in the papers. The paper has one figure: W_ddmin runs 23 % fewer tests than ddmin. It does not say
how tokens are spread over the elements at random; the figure depends on that, its sign does not.
";

pub const TREES: &str = "\
## Our searches against the papers' on trees

All synthetic cases; each search against the best of the papers' searches by trials. `split-…` and
`treesplit` are dwindle's own group testing; W_CDD is CDD with weighted groups. *backward* works from the
end of a list to its start. `auto` is the default plan.

Where ours lose: in HDD `split-adaptive` leaves a little more than the papers' searches, because it tests
no unit a second time; its verified form runs more trials than theirs. In Perses all searches are close
to each other. CHISEL leaves far more, because it removes nothing within a statement.
";

pub const ALL_TREES: &str = "\
# Searches on trees

Made by `lab results`, like [the results](../results.md), which say what the words mean. Each search
against the best of the papers' searches by trials, on all synthetic cases; then every C input.
";

pub const LISTS: &str = "\
## Our searches against the papers' on lists

Tests, relative to the search of the papers that needs the fewest; in brackets the p-value, and the
units left, relative to the smallest list that is known to be interesting.

Where ours lose: the *verified* and *robust* forms test single units a second time, which costs most
where half of the units is needed or where needed units lie in runs. The unverified forms leave units
that can only be removed in pairs, and units whose users come later in the order of the search (there
the papers' searches other than ddmin leave far more). Only ddmin and the robust form find units that
can only be removed in pairs, and not all of them.
";

pub const ALL_LISTS: &str = "\
# All searches in both orders on lists

Made by `lab results`, like [the results](../results.md), which say what the columns mean. *tests over
bound*: the tests divided by log₂ of the number of subsets that could be the needed ones, given how many
they are. In the mean over all such subsets no search is below 1; where needed units lie in runs, a
search that expects runs can be.
";

pub const REAL: &str = "\
## Real bugs

One trial at a time, on a machine with other load. Reductions were stopped after 300 seconds, the two
debloating cases after 60 or 120: † marks these. The papers' searches work from the start of a list,
`split-adaptive` and `auto` from its end, as by default. `treesplit` and `auto` were measured last; the
passes of the other rows have not changed since. – : not measured.
";

pub const ALL_REAL: &str = "\
# Real bugs

Made by `lab results`, like [the results](../results.md#real-bugs), which say how it was measured.
*refused by gates*: candidates that dwindle's own checks refused without running the test.
";

pub const PEERS: &str = "\
## Other reducers

Two trials at once, the same test script, and the same limit of 120 seconds on a busy machine: without
other load, a reducer that was killed at the limit might have got further. The load was highest when
Shrink Ray, treereduce and ddSMT were measured, and lowest for dwindle and Picireny, which came last:
**compare trials, not seconds**. Trials are counted by a wrapper around the test. treereduce had grammars
of C and JavaScript, Picireny an ANTLR grammar of JSON; ddSMT is for SMT-LIB.
";

pub const ALL_PEERS: &str = "\
# Other reducers

Made by `lab results`, like [the results](../results.md#other-reducers), which say how it was measured.
";

pub const LOSE: &str = "\
C-Vise and C-Reduce rename, inline and simplify parts of C programs, and Shrink Ray goes on with single
bytes: they spend many times as many trials on the last tokens.
";

pub const AGAIN: &str = "\
## How to make it again

The raw results of the last measurement of each kind are in `crates/lab/data`, compressed. A new
measurement replaces the old one, which stays in the history of the repository.

```sh skip: takes days of processor time
lab simulate --seed 1 --spread shares --raw simulation-shares.jsonl   # likewise tokens, cuts
lab lists --raw lists.jsonl
searches=ddmin,wddmin,probdd,wprobdd,cdd,wcdd,split-adaptive
lab run --cases CASES --synthetic 1 --frameworks 'hdd*,perses,treesplit' \\
  --algorithms $searches --at-once 2 --raw trees-c.jsonl
lab run --cases CASES --synthetic 1 --frameworks chisel \\
  --algorithms ddmin,probdd,active-coarsen --raw trees-c.jsonl
lab run --cases CASES --only xml-crime/1..15,xml-known/1..15,json-crime/1..15,json-known/1..15 \\
  --frameworks 'hdd*,perses,treesplit' --algorithms $searches,active-coarsen --raw trees-generated.jsonl
lab run --cases CASES --only xml-crime/1..5 --frameworks 'hdd*' --algorithms probdd,cdd \\
  --p0 0.01,0.05,0.15,0.2,0.25,0.3 --raw priors.jsonl
lab run --cases CASES --synthetic 1 --frameworks 'hdd*,perses' --algorithms ddmin \\
  --watch queries --raw watched.jsonl   # Fig. 2, Fig. 4
lab run --cases CASES --only xml-crime/1..5 --frameworks 'hdd*' --algorithms probdd \\
  --watch closure --raw watched.jsonl   # 1-minimality
lab run --cases CASES --tools TOOLS --frameworks 'hdd*,perses,treesplit,auto' \\
  --algorithms $searches --budget 300 --raw real.jsonl
lab compare --cases CASES --tools TOOLS --peers crates/lab/peers.toml --cap 120 --raw peers.jsonl
gzip -9n *.jsonl
lab results crates/lab/data/*.jsonl.gz --out docs/results.md
```

`lab run` continues where it was interrupted. The raw results include the settings of every measurement.
A second run has the same sizes, trials and accepted sequences, except under a time limit; a test of
`crates/lab` checks that. `lab plot` draws all figures, also as PNG.
";
