"""The three roles of staff, each with the least that it needs."""

from django.db import migrations

READS_TABLES = {
    ("tables", "table"): ["view_table"],
    ("tables", "seat"): ["view_seat"],
    ("tables", "game"): ["view_game"],
    ("tables", "event"): ["view_event"],
}
READS_COINS = {
    ("coins", "account"): ["view_account"],
    ("coins", "transfer"): ["view_transfer"],
}
MODERATES = {
    **READS_TABLES,
    ("desk", "case"): ["view_case", "act_case"],
    ("accounts", "sanction"): ["view_sanction"],
}
ROLES = {
    "moderator": MODERATES,
    "senior": {
        **MODERATES,
        ("desk", "case"): ["view_case", "act_case", "close_player", "rule_match"],
        ("accounts", "auditentry"): ["view_auditentry"],
        ("coins", "account"): ["view_account", "freeze_account"],
        ("coins", "transfer"): ["view_transfer"],
    },
    "operator": {
        **READS_TABLES,
        ("accounts", "auditentry"): ["view_auditentry"],
        ("accounts", "switches"): ["view_switches", "change_switches"],
        ("coins", "account"): ["view_account", "correct_account"],
        ("coins", "transfer"): ["view_transfer"],
    },
}


def roles_make(apps, schema_editor):
    """Make the groups; Django makes missing permissions only after migrating."""
    Group = apps.get_model("auth", "Group")
    Permission = apps.get_model("auth", "Permission")
    ContentType = apps.get_model("contenttypes", "ContentType")
    for name, granted in ROLES.items():
        group, _ = Group.objects.get_or_create(name=name)
        permissions = []
        for (app, model), codenames in granted.items():
            kind, _ = ContentType.objects.get_or_create(app_label=app, model=model)
            for codename in codenames:
                permission, _ = Permission.objects.get_or_create(
                    content_type=kind,
                    codename=codename,
                    defaults={"name": f"Can {codename.replace('_', ' ')}"},
                )
                permissions.append(permission)
        group.permissions.set(permissions)


def roles_remove(apps, schema_editor):
    apps.get_model("auth", "Group").objects.filter(name__in=ROLES).delete()


class Migration(migrations.Migration):

    dependencies = [
        ('desk', '0001_cases'),
        ('accounts', '0006_blocks_sanctions_switches'),
        ('auth', '0012_alter_user_first_name_max_length'),
        ('coins', '0002_the_database_keeps_the_ledger'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('tables', '0005_the_winner_is_in_the_row'),
    ]

    operations = [
        migrations.RunPython(roles_make, roles_remove),
    ]
