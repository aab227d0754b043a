"""Games to learn from are listed for everybody, and opened as finished games with comments."""

from pathlib import Path

from elgrande import Game, Options
from elgrande.model_games.library import NAMES, model_game
from tests.support.company import Company, in_company


def test_games_to_learn_from_are_listed_in_the_language_asked_for(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        games = await at.ana.get("/api/model-games")
        assert [game["name"] for game in games] == [*NAMES]
        comeback = games[NAMES.index("comeback")]
        assert (comeback["title"], comeback["players"]) == ("The comeback", 4)
        assert comeback["edition"] == "2023"
        assert comeback["comments"] == len(model_game("comeback").comments)
        spanish = await at.ana.get("/api/model-games?language=es")
        assert spanish[NAMES.index("comeback")]["title"] == "La remontada"

    in_company(tmp_path, story)


def test_a_game_to_learn_from_is_opened_with_its_comments(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = (await at.ana.post("/api/model-games/duel?language=de"))["table"]
        assert (table["state"], table["title"]) == ("finished", "Ein Duell zu zweit")
        game = model_game("duel")
        assert table["result"]["scores"] == [*game.scores]
        here = f"/api/tables/{table['id']}/comments"
        comments = await at.ana.get(here)
        assert [one["position"] for one in comments] == [one.position for one in game.comments]
        assert {one["kind"] for one in comments} <= {"best", "missed", "scoring"}
        german = await at.ana.get(f"{here}?language=de")
        assert all(one["text"] != two["text"] for one, two in zip(comments, german, strict=True))
        assert await at.ben.refused("GET", here) == "no_such_table"
        assert await at.ana.refused("POST", "/api/model-games/nobody") == "not_found"

    in_company(tmp_path, story)


def test_other_games_have_no_comments(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        game = Game.new(Options(players=2, short=True), seed=3)
        while not game.over:
            game.play(game.legal()[0])
        record = {"record": game.record().to_text()}
        brought = (await at.ana.post("/api/records", record))["table"]["id"]
        assert await at.ana.get(f"/api/tables/{brought}/comments") == []
        running = (await at.ana.post("/api/lessons/first-round", {}))["table"]["id"]
        assert await at.ana.get(f"/api/tables/{running}/comments") == []

    in_company(tmp_path, story)
