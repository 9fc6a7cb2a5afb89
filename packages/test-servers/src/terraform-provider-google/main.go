// A provider for `terraform validate`: it knows the schema of another one, from the file that SCHEMA names, and does nothing.
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

type attribute struct {
	Name                                     string
	Type                                     json.RawMessage
	Required, Optional, Computed, WriteOnly bool
}

type block struct {
	Attributes []attribute
	Blocks     []nested
}

type nested struct {
	Name     string
	Nesting  string
	Required bool
	Block    block
}

type schemas struct {
	Provider  block
	Resources map[string]block
	Data      map[string]block
}

var nestings = map[string]tfprotov6.SchemaNestedBlockNestingMode{
	"list":   tfprotov6.SchemaNestedBlockNestingModeList,
	"set":    tfprotov6.SchemaNestedBlockNestingModeSet,
	"struct": tfprotov6.SchemaNestedBlockNestingModeSingle,
}

func (b block) served() *tfprotov6.SchemaBlock {
	served := &tfprotov6.SchemaBlock{}
	for _, one := range b.Attributes {
		kind, err := tftypes.ParseJSONType(one.Type) //nolint:staticcheck
		if err != nil {
			log.Fatal(one.Name, err)
		}
		served.Attributes = append(served.Attributes, &tfprotov6.SchemaAttribute{
			Name: one.Name, Type: kind, Required: one.Required, Optional: one.Optional, Computed: one.Computed, WriteOnly: one.WriteOnly,
		})
	}
	for _, one := range b.Blocks {
		found := &tfprotov6.SchemaNestedBlock{TypeName: one.Name, Nesting: nestings[one.Nesting], Block: one.Block.served()}
		if one.Required && one.Nesting != "struct" {
			found.MinItems = 1
		}
		served.BlockTypes = append(served.BlockTypes, found)
	}
	return served
}

func served(all map[string]block) map[string]*tfprotov6.Schema {
	found := map[string]*tfprotov6.Schema{}
	for name, one := range all {
		found[name] = &tfprotov6.Schema{Block: one.served()}
	}
	return found
}

// What is not here is never asked.
type provider struct {
	tfprotov6.ProviderServer
	schemas schemas
}

func (p provider) GetMetadata(context.Context, *tfprotov6.GetMetadataRequest) (*tfprotov6.GetMetadataResponse, error) {
	return &tfprotov6.GetMetadataResponse{}, nil
}

func (p provider) GetProviderSchema(context.Context, *tfprotov6.GetProviderSchemaRequest) (*tfprotov6.GetProviderSchemaResponse, error) {
	return &tfprotov6.GetProviderSchemaResponse{
		Provider:          &tfprotov6.Schema{Block: p.schemas.Provider.served()},
		ResourceSchemas:   served(p.schemas.Resources),
		DataSourceSchemas: served(p.schemas.Data),
	}, nil
}

func (p provider) ValidateProviderConfig(_ context.Context, asked *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	return &tfprotov6.ValidateProviderConfigResponse{PreparedConfig: asked.Config}, nil
}

func (p provider) ValidateResourceConfig(context.Context, *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	return &tfprotov6.ValidateResourceConfigResponse{}, nil
}

func (p provider) ValidateDataResourceConfig(context.Context, *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	return &tfprotov6.ValidateDataResourceConfigResponse{}, nil
}

func (p provider) ConfigureProvider(context.Context, *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	return &tfprotov6.ConfigureProviderResponse{}, nil
}

func (p provider) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	return &tfprotov6.StopProviderResponse{}, nil
}

func main() {
	text, err := os.ReadFile(os.Getenv("SCHEMA"))
	if err != nil {
		log.Fatal(err)
	}
	var known schemas
	if err := json.Unmarshal(text, &known); err != nil {
		log.Fatal(err)
	}
	serve := func() tfprotov6.ProviderServer { return provider{schemas: known} }
	if err := tf6server.Serve("registry.terraform.io/hashicorp/google", serve); err != nil {
		log.Fatal(err)
	}
}
