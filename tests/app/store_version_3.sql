-- What version 3 of the store wrote: two players, a level without a name, a running game, settings, a lesson.
BEGIN TRANSACTION;
CREATE TABLE bests (
            level TEXT NOT NULL, metric TEXT NOT NULL, value INTEGER NOT NULL, moves INTEGER NOT NULL,
            solution TEXT NOT NULL, player TEXT NOT NULL, date TEXT NOT NULL, PRIMARY KEY (level, metric));
INSERT INTO "bests" VALUES('sokoban:c0c4327740d11b8c8459','moves',8,8,'urrrdLLL','Ada','2026-01-01T12:00:02.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:c0c4327740d11b8c8459','pushes',3,8,'urrrdLLL','Ada','2026-01-01T12:00:02.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:c0c4327740d11b8c8459','box-lines',1,8,'urrrdLLL','Ada','2026-01-01T12:00:02.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:c0c4327740d11b8c8459','box-changes',1,8,'urrrdLLL','Ada','2026-01-01T12:00:02.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:c0c4327740d11b8c8459','pushing-sessions',1,8,'urrrdLLL','Ada','2026-01-01T12:00:02.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:c0c4327740d11b8c8459','player-lines',4,8,'urrrdLLL','Ada','2026-01-01T12:00:02.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:db6ca59655f0d7d1f1ce','moves',1,1,'R','Bob','2026-01-01T12:00:04.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:db6ca59655f0d7d1f1ce','pushes',1,1,'R','Bob','2026-01-01T12:00:04.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:db6ca59655f0d7d1f1ce','box-lines',1,1,'R','Bob','2026-01-01T12:00:04.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:db6ca59655f0d7d1f1ce','box-changes',1,1,'R','Bob','2026-01-01T12:00:04.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:db6ca59655f0d7d1f1ce','pushing-sessions',1,1,'R','Bob','2026-01-01T12:00:04.000000+00:00');
INSERT INTO "bests" VALUES('sokoban:db6ca59655f0d7d1f1ce','player-lines',1,1,'R','Bob','2026-01-01T12:00:04.000000+00:00');
CREATE TABLE boards (level TEXT PRIMARY KEY, text TEXT NOT NULL);
INSERT INTO "boards" VALUES('sokoban:c0c4327740d11b8c8459','Title: The long way round
Author: cassetete
Stars: 3 4
Optimum: 3
Title-fr: Faire le tour
#######
#     #
#.@ $ #
#     #
#######
');
INSERT INTO "boards" VALUES('sokoban:db6ca59655f0d7d1f1ce','#####
#@$.#
#####
');
CREATE TABLE collections (
            id INTEGER PRIMARY KEY, game TEXT NOT NULL, kind TEXT NOT NULL, title TEXT NOT NULL, place INTEGER NOT NULL,
            deleted TEXT);
CREATE TABLE days (
            game TEXT NOT NULL, day TEXT NOT NULL, level TEXT NOT NULL, text TEXT NOT NULL, solved TEXT,
            PRIMARY KEY (game, day));
CREATE TABLE drafts (game TEXT PRIMARY KEY, text TEXT NOT NULL, mine INTEGER, updated TEXT NOT NULL);
CREATE TABLE lessons (game TEXT NOT NULL, lesson TEXT NOT NULL, PRIMARY KEY (game, lesson));
INSERT INTO "lessons" VALUES('sokoban','first');
CREATE TABLE my_levels (
            id INTEGER PRIMARY KEY, collection INTEGER NOT NULL, place INTEGER NOT NULL, level TEXT NOT NULL,
            title TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL, added TEXT NOT NULL, deleted TEXT);
CREATE TABLE running (
            level TEXT PRIMARY KEY, game TEXT NOT NULL, source TEXT NOT NULL, save TEXT NOT NULL, updated TEXT NOT NULL);
INSERT INTO "running" VALUES('pushit:557ee6c7bc4a0dd0b993','pushit','pushit:first_steps','cassetete save 1
game: pushit
source: pushit:first_steps
seconds: 0.000
hints: 0
solved: no
level:
| # title: First steps
| # stars: 4 6
| # optimum: 4
| # title-fr: Premiers pas
| 3 3 0
| 0 2 2
| 0 0 1
played:
| D
undone:
','2026-01-01T12:00:05.000000+00:00');
CREATE TABLE scores (
            id INTEGER PRIMARY KEY, level TEXT NOT NULL, player TEXT NOT NULL, score INTEGER NOT NULL,
            moves INTEGER NOT NULL, pushes INTEGER NOT NULL, cost INTEGER NOT NULL, seconds REAL NOT NULL,
            hints INTEGER NOT NULL, date TEXT NOT NULL, record INTEGER NOT NULL, solution TEXT NOT NULL DEFAULT '');
INSERT INTO "scores" VALUES(1,'sokoban:c0c4327740d11b8c8459','Ada',3,10,3,10,3.0,0,'2026-01-01T12:00:01.000000+00:00',0,'urlrrrdLLL');
INSERT INTO "scores" VALUES(2,'sokoban:c0c4327740d11b8c8459','Ada',3,8,3,8,3.0,0,'2026-01-01T12:00:02.000000+00:00',1,'urrrdLLL');
INSERT INTO "scores" VALUES(3,'sokoban:c0c4327740d11b8c8459','Bob',3,10,3,10,3.0,0,'2026-01-01T12:00:03.000000+00:00',0,'urlrrrdLLL');
INSERT INTO "scores" VALUES(4,'sokoban:db6ca59655f0d7d1f1ce','Bob',1,1,1,1,1.0,0,'2026-01-01T12:00:04.000000+00:00',0,'R');
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO "settings" VALUES('player','"Bob"');
INSERT INTO "settings" VALUES('theme','"dark"');
CREATE TABLE solved (level TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, stars INTEGER NOT NULL);
INSERT INTO "solved" VALUES('sokoban:c0c4327740d11b8c8459','sokoban','The long way round',3);
INSERT INTO "solved" VALUES('sokoban:db6ca59655f0d7d1f1ce','sokoban','',1);
CREATE INDEX scores_of_level ON scores (level, score, moves, seconds);
CREATE INDEX levels_of_collection ON my_levels (collection, place);
CREATE INDEX collections_of_level ON my_levels (level);
COMMIT;
PRAGMA user_version = 3;
